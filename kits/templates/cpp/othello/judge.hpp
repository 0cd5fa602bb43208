// 審判とのやりとり（judge プロトコル）。書き換える必要はありません。
// The conversation with the class-room judge (the `judge` protocol). There is nothing to edit here.
//
//     COLOR 1              あなたは黒（2 なら白）/ you are black (2: white)
//     MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
//     QUIT                 終わり / the game is over
#pragma once

#include "board.hpp"
#include "kit.hpp"

namespace judge {

inline int run(int count, char** words, const kit::Chooser& choose) {
    std::vector<std::string> given(words + 1, words + count);
    if (kit::contains(given, "--test") || kit::contains(given, "--connect")) return kit::run(count, words, choose);
    std::string line;
    char me = 'X';
    while (kit::read_line(std::cin, line) && line != "QUIT") {
        if (line.rfind("COLOR", 0) == 0) {
            me = line.back() == '1' ? 'X' : 'O';
        } else if (line.rfind("MOVE BOARD:", 0) == 0) {
            std::string position = line.substr(11, 64);
            for (char& cell : position) cell = "-XO"[cell - '0'];
            position += std::string(" ") + me;
            // endl は flush する。忘れると審判に届かない / endl flushes; without it nothing arrives
            std::cout << choose(position, Board(position).legal(), kit::Clock(5000)) << std::endl;
        }
    }
    return 0;
}

}  // namespace judge
