"""連珠の盤を読む / Reads a renju board.

    "renju 15 h8h9i9"
    ルール、盤の大きさ、打たれた手（黒から交互）/ rule, size, the moves so far, black first
"""

import re

DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Board:
    def __init__(self, position):
        words = position.split()
        self.size = int(words[1])
        self.moves = re.findall(r"[a-z]\d+", words[2]) if len(words) > 2 else []
        self.stones = {self.place(move): "BW"[i % 2] for i, move in enumerate(self.moves)}
        self.me, self.other = ("B", "W") if len(self.moves) % 2 == 0 else ("W", "B")

    def place(self, move):
        """"h8" -> (7, 7)"""
        return ord(move[0]) - ord("a"), int(move[1:]) - 1

    def at(self, x, y):
        """B 黒、W 白、. 空き、盤の外は空文字 / "" outside the board."""
        inside = 0 <= x < self.size and 0 <= y < self.size
        return self.stones.get((x, y), ".") if inside else ""

    def middle(self, move):
        """まん中に近いほど大きい（0〜1）/ Greater near the middle, 0 to 1."""
        if not move[1:].isdigit():
            return 0
        x, y = self.place(move)
        half = (self.size - 1) / 2
        return 1 - max(abs(x - half), abs(y - half)) / (half + 1)

    def row(self, move, who):
        """who がそこに打つと何個並ぶか / How many would be in a row if who played there."""
        if not move[1:].isdigit():
            return 0  # "black", "white", "more": 開局の選択 / a choice of an opening
        column, line = self.place(move)
        best = 0
        for dx, dy in DIRECTIONS:
            count = 1
            for sign in (1, -1):
                x, y = column + sign * dx, line + sign * dy
                while self.at(x, y) == who:
                    count, x, y = count + 1, x + sign * dx, y + sign * dy
            best = max(best, count)
        return best
