/* A C program that embeds Python and has bitgammon list the plays of 3-1 from the start, then plays ten games, each
   side leaving the fewest blots it can. Once it holds the table it does not go back to Python. */
#include <bitgammon.h>
#include <stdio.h>

static const int8_t START[26] = {0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0};

static void print_plays(const bg_api *bg, const bg_board *board, int die1, int die2)
{
    bg_board plays[BG_MAX_PLAYS];
    int n = bg->generate(board, die1, die2, plays);
    for (int k = 0; k < n; k++) {
        bg_play play;
        bg->play_between(board, &plays[k], die1, die2, &play);
        for (int m = 0; m < play.n; m++)
            printf("%s%d/%d%s", m ? " " : "", play.source[m], play.destination[m], play.hit[m] ? "*" : "");
        printf("\n");
    }
}

/* The index of the board with the fewest single checkers of the mover; the first of equals. */
static int best_play(const bg_api *bg, const bg_board *plays, int n)
{
    int best = 0, fewest = 26;
    for (int k = 0; k < n; k++) {
        int8_t points[26];
        int blots = 0;
        bg->to_points(&plays[k], points);
        for (int slot = 0; slot < 26; slot++)
            blots += points[slot] == 1;
        if (blots < fewest) {
            fewest = blots;
            best = k;
        }
    }
    return best;
}

/* Plays a game to its end: the result for the side that began. */
static int play_game(const bg_api *bg, bg_board board, uint64_t game, int *turns)
{
    bg_board plays[BG_MAX_PLAYS];
    bg_stream stream;
    int die1, die2, sign = 1;
    bg->stream_init(&stream, 2024, 0, game);
    for (*turns = 0; bg->result(&board) == 0; ++*turns) {
        bg->roll(&stream, 0, &die1, &die2);
        int n = bg->generate(&board, die1, die2, plays);
        if (n > 0) /* else a pass */
            board = plays[best_play(bg, plays, n)];
        bg->swap(&board, &board);
        sign = -sign;
    }
    return sign * bg->result(&board);
}

int main(void)
{
    bg_board board;
    Py_Initialize();

    const bg_api *bg = bg_import(); /* checks that the installed bitgammon fits bitgammon.h */
    if (bg == NULL) {
        PyErr_Print();
        return 1;
    }

    bg->from_points(START, 15, &board);
    print_plays(bg, &board, 3, 1);
    for (int game = 0; game < 10; game++) {
        int turns, result = play_game(bg, board, (uint64_t)game, &turns);
        printf("game %d: %d turns, result %d\n", game, turns, result);
    }
    return Py_FinalizeEx() < 0;
}
