/* bitgammon.h: every legal play of a backgammon roll, for C99 and C++17.

   One table of function pointers, bg_api, reaches everything; nothing has to be linked:

       const bg_api *bg = bg_import();          with the GIL, once; NULL and a Python exception on failure
       n = bg->generate(&board, 3, 1, plays);   from then on anywhere, with or without the GIL

   No function allocates, keeps state, takes a lock or touches a Python object, so all may be called from any number of
   threads at once. They run the variant of the kernel that bitgammon chose for the CPU. The table is there until the
   process ends.

   bitgammon.get_include() names the folder of this file. Without Python.h, for a program that gets the address of the
   table from bitgammon.core.addresses, define BG_NO_PYTHON: then everything is here but bg_import.

   STABILITY. BG_ABI changes when anything below changes that a compiled caller relies on: a signature, a constant, the
   layout of a struct, the order of the table. BG_ABI_MINOR counts entries added to the end of the table. bg_import
   accepts the BG_ABI it was compiled with and the same or a higher BG_ABI_MINOR. */

#ifndef BITGAMMON_H
#define BITGAMMON_H

#ifndef BG_NO_PYTHON
#include <Python.h>
#endif
#include <stdint.h>

#define BG_ABI 1
#define BG_ABI_MINOR 0

/* Boards a buffer of generate must hold. No roll of any board has more plays. 98 KB: most threads'
   stacks have room for one, those of 128 KB barely. */
#define BG_MAX_PLAYS 3060

/* Ends of a move, beside the points 1..24, which each side counts down to its own home. */
#define BG_BAR 25
#define BG_OFF 0

/* Reasons a board is impossible: the bits of status. */
#define BG_MOVER_COUNT 1           /* the mover's checkers are not as many as they should be */
#define BG_OPPONENT_COUNT 2
#define BG_BOTH_ON_POINT 4         /* a point holds checkers of both sides */
#define BG_MOVER_BAR_NEGATIVE 8    /* only in 26 integers: index 25 below 0 */
#define BG_OPPONENT_BAR_POSITIVE 16    /* only in 26 integers: index 0 above 0 */
#define BG_BOTH_CLOSED_OUT 32      /* both have a checker on the bar before six closed points: nobody could move */
#define BG_BOTH_FINISHED 64        /* both have borne off all */

#ifdef __cplusplus
extern "C" {
#endif

/* A board, seen by the side on roll, the mover. 26 slots of 4 bits a side, 13 to a word, slot s in bits 4 * (s % 13)
   and up of word s / 13 of that side; words 0 and 1 are the mover's, words 2 and 3 the opponent's, whose checkers are
   in the mover's coordinates too:

       slot        0                1..24               25
       mover       borne off        checkers on point   bar
       opponent    bar              checkers on point   borne off

   The top 12 bits of each word are 0. 32 bytes, at any alignment. Two boards are equal if their bytes are. */
#ifndef BG_BOARD_DEFINED
#define BG_BOARD_DEFINED
#pragma pack(push, 1)
typedef struct {
    uint64_t w[4];
} bg_board;
#pragma pack(pop)
#endif

/* A roll played: n moves, 0 to 4, by source descending, then destination descending. Move k takes a checker from
   source[k] (25 the bar) to destination[k] (0 off); hit[k] is 1 where it hits a blot. */
typedef struct {
    int n;
    signed char source[4];
    signed char destination[4];
    signed char hit[4];
} bg_play;

/* A stream of random words, which stream_init starts; plain data, to be copied freely, and one a thread. */
typedef struct {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t words[4];
    int used;
} bg_stream;

/* Dice are 1..6, in either order. Boards must be legal (status 0) but for status itself. out may be the same board as
   the one read, except where it is a buffer. "Flag" is 0 or 1. */
typedef struct {
    /* What bg_import checks: BG_ABI, BG_ABI_MINOR and the sizes in bytes of bg_api and the three structs. */
    uint32_t abi;
    uint32_t minor;
    uint32_t api_size;
    uint32_t board_size;
    uint32_t play_size;
    uint32_t stream_size;

    /* Writes the distinct boards the mover can reach to out, in the mover's view, and answers their number; 0 for a
       pass and for a finished game. out holds BG_MAX_PLAYS boards; what is behind the last may be overwritten. The
       order is fixed and does not depend on the order of the dice. */
    int (*generate)(const bg_board *board, int die1, int die2, bg_board *out);

    /* The same set of boards by the general path alone, slow and in another order: for checking. */
    int (*generate_general)(const bg_board *board, int die1, int die2, bg_board *out);

    /* How many boards generate would write, without listing them. */
    int (*count)(const bg_board *board, int die1, int die2);

    /* Plays over depth turns (1 and more) of all 21 rolls; a pass is one play, a game that ends one leaf. With the flag
       weighted a roll of two different dice counts twice. The game is not finished. 98 KB of stack a turn. */
    int64_t (*perft)(const bg_board *board, int depth, int weighted);

    /* Draws one of the distinct plays, each as likely as any other, and writes the board after it; for a pass the board
       as it is. */
    void (*pick)(const bg_board *board, int die1, int die2, bg_stream *stream, bg_board *out);

    /* Plays a game to its end with random dice and plays: the result, as of result, for the side on roll at the start;
       0 where max_turns (negative: no limit) ended it or, after 0 turns, where it has no end (BG_BOTH_CLOSED_OUT).
       turns receives the number of turns. With the flag opening the first roll is of two different dice. */
    int (*playout)(const bg_board *board, bg_stream *stream, int opening, int64_t max_turns, int64_t *turns);

    /* The canonical play that leads from board to after, one of the boards of generate for these dice. Flag; 0 or no
       moves when after is none of them. */
    int (*play_between)(const bg_board *board, const bg_board *after, int die1, int die2, bg_play *out);

    /* Moves one of the mover's checkers, from 25 (bar) .. 1 to 24 .. 0 (off) and downwards, whatever the dice; hit
       receives a flag. Flag; 0, and nothing written, where there is no such checker or the destination is closed. */
    int (*apply)(const bg_board *board, int source, int destination, bg_board *out, int *hit);

    /* The board seen by the other side: to be called after every play. */
    void (*swap)(const bg_board *board, bg_board *out);

    /* 0 while the game goes on; 1, 2, 3 when the mover has won a single game, a gammon, a backgammon; negative when the
       opponent has. */
    int (*result)(const bg_board *board);

    /* The reasons a board of so many checkers a side is impossible, as bits; 0 for a legal board. Any 32 bytes. */
    uint32_t (*status)(const bg_board *board, int checkers);

    /* The number of checkers a side. */
    int (*checkers)(const bg_board *board);

    /* The pips either side still has to travel; 25 for a checker on the bar. */
    void (*pip_counts)(const bg_board *board, int *mover, int *opponent);

    /* Packs 26 integers: index 1..24 the points, own checkers positive, the opponent's negative; 25 the mover's bar;
       0 the opponent's bar, as a negative number. Answers the status; with a bit other than BG_BOTH_CLOSED_OUT and
       BG_BOTH_FINISHED nothing is written. */
    uint32_t (*from_points)(const int8_t *points, int checkers, bg_board *out);

    /* The 26 integers of a board. */
    void (*to_points)(const bg_board *board, int8_t *points);

    /* Packs n rows of 26 integers. How many were packed: less than n at the first row that is no legal board, whose
       reasons from_points tells. */
    int64_t (*pack)(const int8_t *rows, int64_t n, int checkers, bg_board *out);

    /* Writes n boards as rows of 26 integers: in the mover's view, or with the flag swapped in the other side's. */
    void (*unpack)(const bg_board *boards, int64_t n, int swapped, int8_t *rows);

    /* Starts the stream of a game: Philox4x32-10 keyed by the seed, its counter by board and game, both below 2**48.
       The same three numbers give the same words on every machine. */
    void (*stream_init)(bg_stream *stream, uint64_t seed, uint64_t board, uint64_t game);

    /* The next word. */
    uint32_t (*word)(bg_stream *stream);

    /* A number from 0 to bound - 1, of one word. */
    uint32_t (*below)(bg_stream *stream, uint32_t bound);

    /* Both dice, of one word; with the flag opening words are drawn until the dice differ. */
    void (*roll)(bg_stream *stream, int opening, int *die1, int *die2);
} bg_api;

#ifdef __cplusplus
}
#endif

#ifndef BG_NO_PYTHON

/* Whether a size is what this file says; otherwise the exception is set. */
static inline int bg_same_size(const char *name, uint32_t found, size_t expected)
{
    if (found == expected)
        return 1;
    PyErr_Format(PyExc_ImportError,
                 "bitgammon.h: %s is %u bytes in the installed bitgammon and %zu in this program: compile it again",
                 name, found, expected);
    return 0;
}

/* The table of the bitgammon that is installed; NULL with an exception, ImportError if the interface does not fit.
   Needs the GIL. */
static inline const bg_api *bg_import(void)
{
    const char *name = "bitgammon.core.capi.api";
    const uint32_t abi = BG_ABI, minor = BG_ABI_MINOR;
    const bg_api *api;
    PyObject *capsule, *module = PyImport_ImportModule("bitgammon.core.capi");
    if (module == NULL)
        return NULL;
    capsule = PyObject_GetAttrString(module, "api");
    Py_DECREF(module);
    if (capsule == NULL)
        return NULL;
    api = PyCapsule_IsValid(capsule, name) ? (const bg_api *)PyCapsule_GetPointer(capsule, name) : NULL;
    Py_DECREF(capsule);
    if (api == NULL) {
        PyErr_Format(PyExc_ImportError, "bitgammon.h: %s is not the table of bitgammon", name);
        return NULL;
    }
    if (api->abi != abi || api->minor < minor) {
        PyErr_Format(PyExc_ImportError,
                     "bitgammon.h: the installed bitgammon has interface %u.%u and this program needs %u.%u: %s",
                     api->abi, api->minor, abi, minor,
                     api->abi > abi ? "compile it again" : "install a newer bitgammon");
        return NULL;
    }
    if (!bg_same_size("bg_board", api->board_size, sizeof(bg_board))
        || !bg_same_size("bg_play", api->play_size, sizeof(bg_play))
        || !bg_same_size("bg_stream", api->stream_size, sizeof(bg_stream))
        || (api->minor == minor && !bg_same_size("bg_api", api->api_size, sizeof(bg_api))))
        return NULL;
    return api;
}

#endif
#endif
