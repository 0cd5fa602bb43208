"""コントラストの盤を読む / Reads a Contrast board.

    "22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150"
    駒（a5 から e1 まで）、タイル（b 黒、g グレー）、手番、手持ちの黒とグレー（1、2の順）
    pieces from a5 to e1, tiles (b black, g gray), who is to move, black and gray tiles in hand of 1 and 2
"""


class Board:
    def __init__(self, position):
        words = position.split()
        self.cells, self.tiles, self.me = words[:3]
        self.other = "2" if self.me == "1" else "1"

    def at(self, square):
        """そのマスの駒（1、2、なければ -）/ The piece on a square such as c3."""
        return self.cells[(5 - int(square[1])) * 5 + "abcde".index(square[0])]

    def tile(self, square):
        """そのマスのタイル（b、g、白は -）/ The tile on a square."""
        return self.tiles[(5 - int(square[1])) * 5 + "abcde".index(square[0])]

    def rows_left(self, move):
        """動かした駒はあと何段で着くか / How many rows the piece has still to go after the move."""
        row = int(move[4])
        return 5 - row if self.me == "1" else row - 1

    def advance(self, move):
        """その手で何段進むか / How many rows the move goes forward."""
        rows = int(move[4]) - int(move[1])
        return rows if self.me == "1" else -rows
