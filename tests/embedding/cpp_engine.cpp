// A Python module in C++17: text() gives the plays of 3-1 from the start, and ten games in which each side leaves the
// fewest blots it can.
#include <bitgammon.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

namespace {

const bg_api *bg;
constexpr std::array<int8_t, 26> start{0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5,
                                       5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0};

std::vector<bg_board> plays_of(const bg_board &board, int die1, int die2) {
    std::vector<bg_board> plays(BG_MAX_PLAYS);
    plays.resize(static_cast<std::size_t>(bg->generate(&board, die1, die2, plays.data())));
    return plays;
}

auto blots(const bg_board &board) {
    std::array<int8_t, 26> points;
    bg->to_points(&board, points.data());
    return std::count(points.begin(), points.end(), 1);
}

struct Game {
    int turns = 0, result = 0;

    Game(bg_board board, uint64_t number) {
        bg_stream stream;
        bg->stream_init(&stream, 2024, 0, number);
        int die1, die2, sign = 1;
        for (; bg->result(&board) == 0; ++turns) {
            bg->roll(&stream, 0, &die1, &die2);
            const auto plays = plays_of(board, die1, die2);
            if (!plays.empty())  // else a pass
                board = *std::min_element(plays.begin(), plays.end(), [](const bg_board &a, const bg_board &b) {
                    return blots(a) < blots(b);
                });
            bg->swap(&board, &board);
            sign = -sign;
        }
        result = sign * bg->result(&board);
    }
};

PyObject *text(PyObject *, PyObject *) {
    std::ostringstream out;
    bg_board board;
    bg->from_points(start.data(), 15, &board);
    for (const bg_board &after : plays_of(board, 3, 1)) {
        bg_play play;
        bg->play_between(&board, &after, 3, 1, &play);
        for (int m = 0; m < play.n; ++m)
            out << (m ? " " : "") << +play.source[m] << '/' << +play.destination[m] << (play.hit[m] ? "*" : "");
        out << '\n';
    }
    for (int k = 0; k < 10; ++k) {
        const Game game(board, static_cast<uint64_t>(k));
        out << "game " << k << ": " << game.turns << " turns, result " << game.result << '\n';
    }
    return PyUnicode_FromString(out.str().c_str());
}

PyMethodDef methods[] = {{"text", text, METH_NOARGS, "The plays and the games."}, {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {PyModuleDef_HEAD_INIT, "cpp_engine", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_cpp_engine() {
    bg = bg_import();
    return bg == nullptr ? nullptr : PyModule_Create(&module);
}
