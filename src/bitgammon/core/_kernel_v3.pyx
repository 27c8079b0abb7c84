# The kernel compiled for one instruction set; setup.py gives the flags.
include "kernel/variant.pxi"
