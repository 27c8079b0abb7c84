# One variant of the kernel: the parts in reading order, and the table that publishes them.

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memcpy

from bitgammon.core.board cimport (
    BG_BOTH_CLOSED_OUT, BG_MAX_PLAYS, bg_checkers, bg_result, bg_slot, bg_status, bg_swap,
)
from bitgammon.core.dice cimport bg_below, bg_roll, bg_stream
from bitgammon.core.kernel_table cimport bg_kernel

include "vector.pxi"
include "moves.pxi"
include "general.pxi"
include "pairs.pxi"
include "bar.pxi"
include "home.pxi"
include "doubles.pxi"
include "generate.pxi"
include "count.pxi"
include "pick.pxi"
include "playout.pxi"
include "perft.pxi"
include "rows.pxi"

cdef bg_kernel TABLE
fill_moves()
if not fill_home():
    raise ImportError("bitgammon: the table of home boards does not fit its bounds")
TABLE.generate = generate
TABLE.general = general
TABLE.count = count
TABLE.perft = perft
TABLE.pick = pick_one_play
TABLE.playout = playout
TABLE.unpack = unpack
TABLE.pack = pack

table = PyCapsule_New(&TABLE, "bitgammon.core.kernel", NULL)
