"""オセロの盤を読む / Reads an Othello board.

    "---------------------------OX------XO--------------------------- X"
    a1 から h8 まで64文字（X 黒、O 白、- 空き）、次に打つ色 / 64 squares from a1 to h8, then who is to move
"""

DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


class Board:
    def __init__(self, position):
        self.cells, self.me = position.split()[:2]
        self.other = "O" if self.me == "X" else "X"

    def at(self, x, y):
        """x, y は 0〜7。盤の外は空文字 / x and y from 0 to 7; "" off the board."""
        return self.cells[y * 8 + x] if 0 <= x < 8 and 0 <= y < 8 else ""

    def flips(self, move):
        """その手で返る石の数 / How many discs the move turns over."""
        if move == "pass":
            return 0
        column, row = "abcdefgh".index(move[0]), int(move[1]) - 1
        total = 0
        for dx, dy in DIRECTIONS if self.at(column, row) == "-" else []:
            count, x, y = 0, column + dx, row + dy
            while self.at(x, y) == self.other:
                count, x, y = count + 1, x + dx, y + dy
            if self.at(x, y) == self.me:
                total += count
        return total

    def legal(self):
        """できる手。なければ ["pass"] / The legal moves; ["pass"] if there is none."""
        squares = [column + str(row) for row in range(1, 9) for column in "abcdefgh"]
        return [move for move in squares if self.flips(move) > 0] or ["pass"]
