"""``python -m bitgammon``: the same as the command ``bitgammon``."""

import sys

from bitgammon.cli import main

if __name__ == "__main__":
    sys.exit(main())
