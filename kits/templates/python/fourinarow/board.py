"""四目並べの盤を読む / Reads a Four in a Row grid.

    "......./......./......./......./...Y.../...RR.."
    上の段から6段（R 赤、Y 黄、. 空き）。赤が先手 / six rows from the top; red begins
"""

DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Board:
    def __init__(self, position):
        self.rows = position.split("/")
        reds, yellows = position.count("R"), position.count("Y")
        self.me, self.other = ("R", "Y") if reds == yellows else ("Y", "R")

    def at(self, x, y):
        """x は左から 0〜6、y は上から 0〜5。盤の外は空文字 / x from the left, y from the top; "" outside."""
        return self.rows[y][x] if 0 <= x < 7 and 0 <= y < 6 else ""

    def row(self, move, who):
        """who がその列に落とすと何個並ぶか / How many would be in a row if who played there."""
        column = "abcdefg".index(move)
        height = max((y for y in range(6) if self.at(column, y) == "."), default=0)
        best = 0
        for dx, dy in DIRECTIONS:
            count = 1
            for sign in (1, -1):
                x, y = column + sign * dx, height + sign * dy
                while self.at(x, y) == who:
                    count, x, y = count + 1, x + sign * dx, y + sign * dy
            best = max(best, count)
        return best
