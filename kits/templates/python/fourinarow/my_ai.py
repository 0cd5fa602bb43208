"""四目並べAI。書き換えるのは choose だけです。
A Four in a Row AI. The only function you need to edit is choose."""

import random

from board import Board
from {{kit}} import debug, run


def choose(position, legal, clock):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
    legal:    石を落とせる列のリスト（空ではない）/ the columns you can play, at least one
    clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
    返り値 / returns: legal の中の1つ / one of legal
    """
    board = Board(position)

    # いまは「4つ並ぶなら並べる、並べられそうなら防ぐ、あとは長く、まん中へ」。
    # For now: four in a row if we can, stop the other's, else long rows near the middle.
    def score(move):
        win = board.row(move, board.me) >= 4
        stop = board.row(move, board.other) >= 4
        middle = 3 - abs("abcdefg".index(move) - 3)
        return win * 1000 + stop * 100 + board.row(move, board.me) * 2 + middle + random.random()

    return max(legal, key=score)


if __name__ == "__main__":
    run(choose)
