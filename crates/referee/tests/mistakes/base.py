import sys
import time

DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def flips(board, me, square):
    if board[square] != 0:
        return []
    flipped = []
    for dx, dy in DIRECTIONS:
        run, x, y = [], square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] == 3 - me:
            run.append(y * 8 + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] == me:
            flipped += run
    return flipped


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def choose(board, me, legal):
    return legal[0]


def answer(board, me):
    legal = [square for square in range(64) if flips(board, me, square)]
    return name(choose(board, me, legal)) if legal else "pass"


def main():
    me = 1
    for line in sys.stdin:
        words = line.split()
        if words[0] == "COLOR":
            me = int(words[1])
        elif words[0] == "MOVE":
            board = [int(digit) for digit in words[1][6:]]
            move = answer(board, me)
            print(move, flush=True)
        elif words[0] == "QUIT":
            break


main()
