// 四目並べの盤を読む / Reads a Four in a Row grid.
//
//     "......./......./......./......./...Y.../...RR.."
//     上の段から6段（R 赤、Y 黄、. 空き）。赤が先手 / six rows from the top; red begins
#pragma once

#include <algorithm>
#include <string>

struct Board {
    std::string cells;
    char me, other;

    explicit Board(const std::string& position) : cells(position) {
        bool red = std::count(cells.begin(), cells.end(), 'R') == std::count(cells.begin(), cells.end(), 'Y');
        me = red ? 'R' : 'Y';
        other = red ? 'Y' : 'R';
    }

    /// x は左から 0〜6、y は上から 0〜5。盤の外は空白 / x from the left, y from the top; a space outside.
    char at(int x, int y) const { return x >= 0 && x < 7 && y >= 0 && y < 6 ? cells[y * 8 + x] : ' '; }

    /// who がその列に落とすと何個並ぶか / How many would be in a row if who played there.
    int row(const std::string& move, char who) const {
        const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        int column = move[0] - 'a', height = 5, best = 0;
        while (height > 0 && at(column, height) != '.') height--;
        for (auto [dx, dy] : directions) {
            int count = 1;
            for (int sign : {1, -1}) {
                int x = column + sign * dx, y = height + sign * dy;
                for (; at(x, y) == who; x += sign * dx, y += sign * dy) count++;
            }
            best = std::max(best, count);
        }
        return best;
    }
};
