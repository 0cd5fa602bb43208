// コントラストの盤を読む / Reads a Contrast board.
//
//     "22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150"
//     駒（a5 から e1 まで）、タイル（b 黒、g グレー）、手番、手持ちの黒とグレー（1、2の順）
//     pieces from a5 to e1, tiles (b black, g gray), who is to move, black and gray tiles in hand of 1 and 2
#pragma once

#include <string>

struct Board {
    std::string cells, tiles;
    char me, other;

    explicit Board(const std::string& position)
        : cells(position.substr(0, 25)),
          tiles(position.substr(26, 25)),
          me(position.at(52)),
          other(me == '1' ? '2' : '1') {}

    static int place(const std::string& square) { return ('5' - square[1]) * 5 + (square[0] - 'a'); }

    /// そのマスの駒（1、2、なければ -）/ The piece on a square such as c3.
    char at(const std::string& square) const { return cells[place(square)]; }

    /// そのマスのタイル（b、g、白は -）/ The tile on a square.
    char tile(const std::string& square) const { return tiles[place(square)]; }

    /// 動かした駒はあと何段で着くか / How many rows the piece has still to go after the move.
    int rows_left(const std::string& move) const { return me == '1' ? '5' - move[4] : move[4] - '1'; }

    /// その手で何段進むか / How many rows the move goes forward.
    int advance(const std::string& move) const { return me == '1' ? move[4] - move[1] : move[1] - move[4]; }
};
