"""``bitgammon rollout``: positions, or the candidates for a roll, played to the end many times under an evaluator."""

import argparse
from typing import Final

from bitgammon.arguments import LARGEST_SEED, MOST_THREADS, MOST_TRIALS, MOST_TURNS
from bitgammon.cli import position
from bitgammon.cli.values import number, positive
from bitgammon.errors import InvalidDiceError, InvalidIdError

NAME: Final = "rollout"
SUMMARY: Final = "say how good a position or play is, by playing it to the end many times"
DESCRIPTION: Final = """\
Play the position to the end many times, both sides choosing their plays by an evaluator, and say how the games end for
the player on roll, with standard errors. With --candidates do so for every play of a roll, and rank them. With --file
do so for every position of a file."""
EXAMPLES: Final = """\
examples:
  bitgammon rollout standard --opening --trials 1296 --seed 5 --threads 2
  bitgammon rollout "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10" --cubeful --json
  bitgammon rollout standard --candidates --dice 31 --variance-reduction --stop-jsd 2.5
  bitgammon rollout --file positions.txt --checkpoint positions.done --threads 0 --json > results.jsonl
  bitgammon rollout standard --trials 1000000 --scheduler tcp://10.0.0.1:8786

The same seed gives the same numbers, whoever computes them: threads, processes, or the workers of a dask scheduler.
Interrupted (Ctrl-C), it shows what is done, with exit code 130; with --checkpoint the same command goes on from there.
A file has one position a line, in any of the forms of POSITION; empty lines and those that begin with # are left out.
An .npz has boards, int8 (N, 26). Each line of output is then the result of one position.

json:
  {"position_id": "...", "xgid": "...", "seed": 5, "evaluator": "positional", "truncation": 0, "exact": true,
   "quasi_random": true, "variance_reduction": false, "opening": false, "cubeful": false, "trials": 1296,
   "outcomes": {"win": {"value": 0.5, "standard_error": 0.01}, ...}, "equity": {...}, "cube": {...}, "action": null,
   "results": {"win_single": 400, ...}, "truncated": 0, "mean_turns": 54.2, "seconds": ..., "threads": 2,
   "games_per_s": ..., "complete": true}
With --candidates, dice and candidates, best first: each has play, ranked_by, behind, jsd, significance, and what else a
position has. With --file, number and position instead of the ids. cube has no_double and, where it may be turned,
double_take, or at_score: equity and, in a match, mwc, the chance to win it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[POSITION] and how to roll it out; see the help of each."""
    parser.add_argument("position", metavar="POSITION", nargs="?", help="see bitgammon --help; none with --file")
    position.add_checkers(parser)
    add = parser.add_argument
    add("--file", metavar="FILE", help="roll out every position of a regular file: ids, or an .npz of boards")
    add("--candidates", action="store_true", help="roll out the plays of the roll")
    add("--dice", metavar="D1D2", help="the roll of --candidates, if the position has none")
    add("--play", action="append", metavar="PLAY", help="of --candidates, only this play; may be repeated")
    add("--trials", type=number(1, MOST_TRIALS), default=1296, metavar="N", help="games each, at most (1296)")
    add("--seed", type=number(0, LARGEST_SEED), metavar="S", help="0 .. 2**64 - 1; by default a new one, shown")
    add(
        "--evaluator",
        default="positional",
        metavar="NAME",
        help="who chooses the plays: positional, pips, random, onnx:FILE or MODULE:FUNCTION (positional)",
    )
    add("--truncate", type=number(1, MOST_TURNS), default=0, metavar="N", help="judge games that take N turns")
    add("--no-exact", action="store_true", help="play on where the exact bear-off table has the answer")
    add("--no-quasi-random", action="store_true", help="draw the first three rolls too, instead of dealing them")
    add("--variance-reduction", action="store_true", help="correct each game by its luck: more exact, and slower")
    add("--opening", action="store_true", help="the first roll is no double")
    add("--cubeful", action="store_true", help="play with the cube, for money or at the score of the match")
    add("--stop-error", type=positive, metavar="E", help="stop at this standard error of the equity")
    add("--stop-jsd", type=positive, metavar="J", help="stop with plays J joint standard deviations behind the best")
    add("--checkpoint", metavar="FILE", help="keep what is done there, and go on from it")
    add("--threads", type=number(0, MOST_THREADS), metavar="T", help="0 for one a core (1)")
    add("--processes", type=number(0, MOST_THREADS), metavar="P", help="processes instead of threads")
    add("--timeout", type=positive, metavar="S", help="give up when a process takes more seconds a piece of work")
    add("--scheduler", metavar="ADDRESS", help="a dask scheduler, tcp://HOST:PORT, whose workers compute")
    add("--workers", type=number(1, MOST_THREADS), metavar="N", help="a dask cluster of so many local processes")
    add("--json", action="store_true", help="JSON instead of text: one object, or one a line with --file")


def run(options: argparse.Namespace) -> int:
    """Roll out and print; 0, 130 if interrupted, 2 for wrong input or a failure, after what was done before it."""
    # Imported here: the other commands start a tenth of a second sooner.
    from bitgammon.cli import rollout_file, rollout_one

    if options.file is not None:
        if options.position is not None or options.candidates or options.dice or options.play:
            raise InvalidIdError("--file takes neither POSITION nor --candidates, --dice, --play")
        return rollout_file.run(options)
    if options.position is None:
        raise InvalidIdError("no POSITION, and no --file")
    if not options.candidates and (options.dice or options.play):
        raise InvalidDiceError("--dice and --play need --candidates")
    return rollout_one.run(options)
