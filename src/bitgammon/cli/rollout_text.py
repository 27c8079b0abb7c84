"""The results of rollouts as tables of text."""

from typing import Any, Final

_NAMES: Final = {
    "no_double": "no double",
    "double_take": "double, take",
    "at_score": "cube left alone",
}


def show(record: dict[str, Any]) -> None:
    """A record of ``bitgammon rollout``: of a position, or of candidates."""
    if "candidates" in record:
        _candidates(record)
    else:
        _position(record)
    print()
    how = [str(record["evaluator"])]
    how += [name.replace("_", " ") for name in ("variance_reduction", "quasi_random", "opening") if record[name]]
    if record["truncation"]:
        how.append(f"truncated after {record['truncation']} turns")
    print(f"{', '.join(how)}; seed {record['seed']}")
    print(f"{record['seconds']:.3f} s, {record['games_per_s']:,} games a second")


def line(record: dict[str, Any]) -> str:
    """One position of many, on one line: what it is worth, and with a cube in which way.

    >>> chances = {"win": {"value": 0.5, "standard_error": 0.01}}
    >>> line({"number": 3, "position": "x", "equity": {"value": 0.1, "standard_error": None}, "cube": {}, "trials": 1})
    '3: +0.1000 (1 trials)  x'
    """
    best = next(iter(record["cube"].values()))["equity"] if record["cube"] else record["equity"]
    what = f" {_NAMES[next(iter(record['cube']))]}" if record["cube"] else ""
    action = f"; {record['action']}" if record.get("action") else ""
    return f"{record['number']}: {_signed(best)}{what}{action} ({record['trials']:,} trials)  {record['position']}"


def _position(record: dict[str, Any]) -> None:
    print(f"{'outcome':<16} {'chance':>8}   s.e.")
    for name, found in record["outcomes"].items():
        error = "" if found["standard_error"] is None else f"{found['standard_error']:.2%}"
        print(f"{name.replace('_', ' '):<16} {found['value']:z8.2%}  {error}".rstrip())
    print()
    print(f"cubeless equity  {_signed(record['equity'])}")
    for name, found in record["cube"].items():
        mwc = "" if found["mwc"] is None else f", match winning chance {found['mwc']['value']:.2%}"
        print(f"{_NAMES[name]:<16} {_signed(found['equity'])}{mwc}")
    if record["action"]:
        print(f"cube action: {record['action']}")
    cut = f", {record['truncated']:,} of them judged before the end" if record["truncated"] else ""
    print(f"{record['trials']:,} trials of {record['mean_turns']:.1f} turns{cut}")


def _candidates(record: dict[str, Any]) -> None:
    high, low = record["dice"]
    rows = record["candidates"]
    width = max(len(row["play"]) for row in rows)
    kind = "cubeful" if "no_double" in rows[0]["cube"] else "at score" if rows[0]["cube"] else "equity"
    title = f"play of {high}{low}"
    print(f"{'':>3} {title:<{max(width, 10)}}  {kind:<8}  s.e.    behind   j.s.d.  win     trials")
    for place, row in enumerate(rows, 1):
        best = row["ranked_by"]
        error = "" if best["standard_error"] is None else f"{best['standard_error']:.4f}"
        jsd = "" if place == 1 or row["jsd"] is None else f"{row['jsd']:.1f}"
        behind = "" if place == 1 else f"{-row['behind']:+z.4f}"
        chance = row["outcomes"]["win"]["value"]
        print(
            f"{place:>2}. {row['play']:<{max(width, 10)}}  {best['value']:+z.4f}   {error:<6}  {behind:<7}  {jsd:>6}"
            f"  {chance:z6.2%}  {row['trials']:,}"
        )


def _signed(found: dict[str, Any]) -> str:
    error = "" if found["standard_error"] is None else f" +- {found['standard_error']:.4f}"
    return f"{found['value']:+z.4f}{error}"
