// 連珠の盤を読む / Reads a renju board.
//
//     "renju 15 h8h9i9"
//     ルール、盤の大きさ、打たれた手（黒から交互）/ rule, size, the moves so far, black first
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

struct Board {
    int size = 15;
    std::vector<std::string> moves;
    std::vector<std::string> stones;
    char me, other;

    explicit Board(const std::string& position) {
        std::string rule, text;
        std::istringstream(position) >> rule >> size >> text;
        stones.assign(size, std::string(size, '.'));
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i + 1;
            while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) end++;
            std::string move = text.substr(i, end - i);
            stones[line(move)][column(move)] = moves.size() % 2 == 0 ? 'B' : 'W';
            moves.push_back(move);
            i = end;
        }
        me = moves.size() % 2 == 0 ? 'B' : 'W';
        other = me == 'B' ? 'W' : 'B';
    }

    /// "h8" -> 7
    static int column(const std::string& move) { return move[0] - 'a'; }
    static int line(const std::string& move) { return std::stoi(move.substr(1)) - 1; }

    /// "black", "white", "more" は開局の選択 / Those are choices of an opening, not points.
    static bool is_point(const std::string& move) { return std::isdigit(static_cast<unsigned char>(move[1])); }

    /// B 黒、W 白、. 空き、盤の外は空白 / A space outside the board.
    char at(int x, int y) const { return x >= 0 && x < size && y >= 0 && y < size ? stones[y][x] : ' '; }

    /// まん中に近いほど大きい（0〜1）/ Greater near the middle, 0 to 1.
    double middle(const std::string& move) const {
        if (!is_point(move)) return 0;
        double half = (size - 1) / 2.0;
        return 1 - std::max(std::abs(column(move) - half), std::abs(line(move) - half)) / (half + 1);
    }

    /// who がそこに打つと何個並ぶか / How many would be in a row if who played there.
    int row(const std::string& move, char who) const {
        const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        if (!is_point(move)) return 0;
        int best = 0;
        for (auto [dx, dy] : directions) {
            int count = 1;
            for (int sign : {1, -1}) {
                int x = column(move) + sign * dx, y = line(move) + sign * dy;
                for (; at(x, y) == who; x += sign * dx, y += sign * dy) count++;
            }
            best = std::max(best, count);
        }
        return best;
    }
};
