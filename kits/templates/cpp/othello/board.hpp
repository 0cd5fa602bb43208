// オセロの盤を読む / Reads an Othello board.
//
//     "---------------------------OX------XO--------------------------- X"
//     a1 から h8 まで64文字（X 黒、O 白、- 空き）、次に打つ色 / 64 squares from a1 to h8, then who is to move
#pragma once

#include <string>
#include <vector>

struct Board {
    std::string cells;
    char me, other;

    explicit Board(const std::string& position)
        : cells(position.substr(0, 64)), me(position.at(65)), other(me == 'X' ? 'O' : 'X') {}

    /// x, y は 0〜7。盤の外は空白 / x and y from 0 to 7; a space off the board.
    char at(int x, int y) const { return x >= 0 && x < 8 && y >= 0 && y < 8 ? cells[y * 8 + x] : ' '; }

    /// その手で返る石の数 / How many discs the move turns over.
    int flips(const std::string& move) const {
        if (move == "pass") return 0;
        int column = move[0] - 'a', row = move[1] - '1', total = 0;
        if (at(column, row) != '-') return 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                if (dx == 0 && dy == 0) continue;
                int count = 0;
                while (at(column + dx * (count + 1), row + dy * (count + 1)) == other) count++;
                if (at(column + dx * (count + 1), row + dy * (count + 1)) == me) total += count;
            }
        }
        return total;
    }

    /// できる手。なければ pass だけ / The legal moves; only pass if there is none.
    std::vector<std::string> legal() const {
        std::vector<std::string> moves;
        for (char row = '1'; row <= '8'; row++) {
            for (char column = 'a'; column <= 'h'; column++) {
                std::string move = {column, row};
                if (flips(move) > 0) moves.push_back(move);
            }
        }
        if (moves.empty()) moves.push_back("pass");
        return moves;
    }
};
