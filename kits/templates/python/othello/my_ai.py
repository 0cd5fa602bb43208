"""オセロAI。書き換えるのは choose だけです。
An Othello AI. The only function you need to edit is choose."""

import random

from board import Board
from {{kit}} import debug, run

CORNERS = ["a1", "h1", "a8", "h8"]
BESIDE_A_CORNER = ["b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7"]


def choose(position, legal, clock):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
    legal:    できる手のリスト（空ではない）/ the legal moves, at least one
    clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
    返り値 / returns: legal の中の1つ / one of legal
    """
    board = Board(position)

    # いまは「角がよい、角のとなりは悪い、あとは多く返せるマス」。
    # For now: corners are good, squares beside them bad, else turn over as many as possible.
    def score(move):
        return (move in CORNERS) * 100 - (move in BESIDE_A_CORNER) * 20 + board.flips(move) + random.random()

    return max(legal, key=score)


if __name__ == "__main__":
    run(choose)
