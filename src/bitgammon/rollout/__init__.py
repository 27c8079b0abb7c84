"""Rollouts: positions played to the end many times under an evaluator, by threads, processes or a cluster.

>>> from bitgammon import Board
>>> found = rollout(Board(), Settings(trials=36, evaluator="random"))
>>> found.trials
36
"""

from bitgammon.rollout.api import rollout, rollout_candidates, rollout_many
from bitgammon.rollout.checkpoint import Checkpoint
from bitgammon.rollout.executors import Dask, Executor, Processes, Serial, Threads, executor
from bitgammon.rollout.results import Candidate, CubeValue, Estimate, Rollout, ranking
from bitgammon.rollout.settings import Settings
from bitgammon.rollout.sums import Sums
from bitgammon.rollout.task import Task

__all__ = [
    "Candidate",
    "Checkpoint",
    "CubeValue",
    "Dask",
    "Estimate",
    "Executor",
    "Processes",
    "Rollout",
    "Serial",
    "Settings",
    "Sums",
    "Task",
    "Threads",
    "executor",
    "ranking",
    "rollout",
    "rollout_candidates",
    "rollout_many",
]
