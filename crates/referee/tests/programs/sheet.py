"""A program that is run once for each answer: adds a move to the sheet it is given."""

import sys

path = sys.argv[-1]
moves = open(path).read().split()[1:]

EMPTY, COLS = ".", "abcdefgh"
board = {}
for square, disc in (("d4", "O"), ("e5", "O"), ("e4", "X"), ("d5", "X")):
    board[square] = disc


def flips(square, disc):
    found = []
    x, y = COLS.index(square[0]), int(square[1]) - 1
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            run, i = [], 1
            while True:
                nx, ny = x + dx * i, y + dy * i
                name = COLS[nx] + str(ny + 1) if 0 <= nx < 8 and 0 <= ny < 8 else None
                there = board.get(name, EMPTY)
                if name is None or there == EMPTY or (dx, dy) == (0, 0):
                    break
                if there == disc:
                    found += run
                    break
                run.append(name)
                i += 1
    return found


disc = "X"
for move in moves:
    if move != "pass":
        for square in flips(move, disc) + [move]:
            board[square] = disc
    disc = "O" if disc == "X" else "X"

squares = [col + str(row) for row in range(1, 9) for col in COLS]
legal = [square for square in squares if square not in board and flips(square, disc)]
print("I see", len(legal), "moves")
with open(path, "w") as file:
    file.write(" ".join(["start"] + moves + [legal[0] if legal else "pass"]) + "\n")
