"""How ``bitgammon rollout`` is to roll out, from its options."""

import argparse
import logging
import os
import secrets
import sys
from contextlib import suppress
from typing import Any

from bitgammon.arguments import LARGEST_SEED
from bitgammon.rollout import Checkpoint, Executor, Settings, executor


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings that the options say. Where they have no seed, that of the checkpoint, or a new one.

    Modules are looked for in the current folder too, as by ``python -m``.
    """
    with suppress(FileNotFoundError):  # the current folder is gone
        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
    seed = options.seed
    if seed is None and options.checkpoint is not None:
        found = (Checkpoint.job_of(options.checkpoint) or {}).get("seed")
        seed = found if type(found) is int and 0 <= found <= LARGEST_SEED else None  # or it is of another job
    return Settings(
        trials=options.trials,
        seed=secrets.randbits(64) if seed is None else seed,
        evaluator=options.evaluator,
        truncation=options.truncate,
        exact=False if options.no_exact else None,
        quasi_random=False if options.no_quasi_random else None,
        variance_reduction=options.variance_reduction,
        opening=options.opening,
        cubeful=options.cubeful,
        stop_error=options.stop_error,
        stop_jsd=options.stop_jsd,
    )


def head_of(settings: Settings) -> dict[str, Any]:
    """How it was rolled out, for JSON."""
    return {
        "seed": settings.seed,
        "evaluator": settings.evaluator,
        "truncation": settings.truncation,
        "exact": settings.exact,
        "quasi_random": settings.quasi_random,
        "variance_reduction": settings.variance_reduction,
        "opening": settings.opening,
        "cubeful": settings.cubeful,
    }


def executor_of(options: argparse.Namespace) -> Executor:
    """Who is to compute. What dask logs of lost workers and schedulers is for programs: a command says it in a line."""
    who = executor(
        threads=1 if options.threads is None else options.threads,
        processes=options.processes,
        scheduler=options.scheduler,
        workers=options.workers,
        timeout=options.timeout,
    )
    if options.scheduler is not None or options.workers is not None:
        for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return who
