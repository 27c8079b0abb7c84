"""The command line: ``bitgammon plays``, ``show``, ``convert``, ``perft``, ``playout``, ``rollout``,
``bearoff``, ``hypergammon`` and ``bench``, one module each, ``rollout`` with several.

Exit codes: 0 done; 2 for input that is wrong, with one line ``bitgammon: error: ...`` on standard error;
130 when interrupted; 141 when nobody reads the output any more.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import bitgammon
from bitgammon.cli import bearoff, bench, convert, hypergammon, perft, playout, plays, rollout, show
from bitgammon.cli.exits import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, complain, let_go
from bitgammon.errors import BitgammonError

_EPILOG: Final = """\
POSITION is an XGID (XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10) or its board alone, a GNU
Position ID (4HPwATDgc/ABMA), a GNUbg ID (4HPwATDgc/ABMA:cIkFAAAAAAAA), an OGID, FIBS board, Snowie line or
key of gnubg-nn, or the name of a start (standard, nackgammon, longgammon, hypergammon, hypergammon2,
hypergammon1). plays draws it from the side of the player on roll, show with X at the bottom.

examples:
  bitgammon plays 4HPwATDgc/ABMA --dice 31
  bitgammon perft standard --depth 3
  bitgammon playout standard --games 1000000
  bitgammon bench --json
"""
#: An XGID without its prefix, or its first field alone, begins with a dash wherever the top player has nobody on the
#: bar: argparse would take it for an option. So is what was meant for one.
_BARE_XGID: Final = re.compile(r"-[^=:]{15,}:.*:|-[-A-Pa-p]{23,27}$")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, whichever command it is about."""

    def error(self, message: str) -> NoReturn:
        complain(f"error: {message}")
        self.exit(BAD_INPUT)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line with these arguments (those of the process by default); the exit code.

    >>> main(["plays", "4HPwATDgc/ABMA", "--dice", "71"])
    2
    """
    given = sys.argv[1:] if argv is None else argv
    arguments = [f"XGID={text}" if _BARE_XGID.match(text) else text for text in given]
    if sys.stdout is None:
        complain("error: standard output is closed")
        return BAD_INPUT
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        code = BROKEN_PIPE
    except KeyboardInterrupt:
        complain("interrupted")
        code = INTERRUPTED
    except UnicodeEncodeError as error:  # of names of players and files: all other text is ASCII
        advice = "" if error.encoding.replace("-", "").lower() == "utf8" else ": set PYTHONIOENCODING=utf-8"
        complain(f"error: {error.object[error.start]!a} cannot be written as {error.encoding}{advice}")
        code = BAD_INPUT
    except (BitgammonError, OSError) as error:
        complain(f"error: {error}")
        code = BAD_INPUT
    for stream in (sys.stdout, sys.stderr):
        let_go(stream)
    return code


def _run(arguments: list[str]) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stop:  # argparse has printed help, the version or an error
        return stop.code if isinstance(stop.code, int) else 0
    code: int = options.run(options)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="bitgammon",
        description="Legal backgammon plays, counted and listed; ids, rollouts and exact bear-offs.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bitgammon {bitgammon.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (plays, show, convert, perft, playout, rollout, bearoff, hypergammon, bench):
        command = commands.add_parser(
            module.NAME,
            help=module.SUMMARY,
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
