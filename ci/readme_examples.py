"""Writes README's Python blocks as one module for a type checker to read: readme_examples.py README OUT."""

import doctest
import re
import sys
from pathlib import Path


def main() -> None:
    """Turn every example into a statement; the expected output is dropped."""
    readme, out = Path(sys.argv[1]), Path(sys.argv[2])
    blocks = re.findall(r"^```python\n(.*?)^```", readme.read_text(encoding="utf-8"), re.M | re.S)
    examples = [e.source for block in blocks for e in doctest.DocTestParser().get_examples(block)]
    if not examples:
        sys.exit(f"{readme}: no Python example found")
    out.write_text('"""Examples of the README."""\n' + "".join(examples), encoding="utf-8")


if __name__ == "__main__":
    main()
