"""Ctrl-C ends a long batch at once: it is heard between the chunks, whatever the threads."""

import os
import signal
import subprocess
import sys
import time

import pytest

ROWS = 3_000_000

#: Says "begun" when the work begins, and how it ended. It is handed the work as an argument.
PROGRAM = f"""
import sys
import numpy as np
import bitgammon as bg
boards = np.tile(np.array(bg.Board().points, np.int8), ({ROWS}, 1))
dice = np.ones(({ROWS}, 2), np.uint8)
print("begun", flush=True)
try:
    eval(sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("done", flush=True)
"""

#: Seconds in which Ctrl-C must be heard. A build under the sanitizers is ten times slower, and so are its chunks.
HEARD = 10.0 if "libasan" in os.environ.get("LD_PRELOAD", "") else 0.5

#: What fills more than two gigabytes, and when the signal comes: plays are being listed by then, not just counted.
WORK = {
    "generate": ("bg.generate(boards, dice, threads={threads})", 0.7),
    "into buffers": ("bg.generate(boards, dice, threads={threads}, out=bg.PlayBuffers())", 0.7),
    "features": ("bg.batch.features(boards, threads={threads})", 0.15),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("work", "after"), WORK.values(), ids=WORK.keys())
def test_an_interrupt_is_heard(work: str, after: float, threads: int) -> None:
    command = [sys.executable, "-c", PROGRAM, work.format(threads=threads)]
    waits = []
    while not waits or (waits[-1] >= HEARD and len(waits) < 3):  # a busy machine may stop this process too
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(after)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            waits.append(time.monotonic() - sent)
    assert min(waits) < HEARD, waits
