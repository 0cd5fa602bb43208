"""コントラストAI。書き換えるのは choose だけです。
A Contrast AI. The only function you need to edit is choose."""

import random

from board import Board
from {{kit}} import debug, run


def choose(position, legal, clock):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
    legal:    指せる手のリスト（空ではない）/ the legal moves, at least one
    clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
    返り値 / returns: legal の中の1つ / one of legal
    """
    board = Board(position)

    # いまは「相手の段に着くなら着く、あとは一番前の駒をさらに前へ。タイルは置かない」。
    # For now: reach the far row if we can, else move the foremost piece on, without a tile.
    def score(move):
        wins = board.rows_left(move) == 0
        return wins * 1000 + board.advance(move) * 10 - board.rows_left(move) - (" " in move) + random.random()

    return max(legal, key=score)


if __name__ == "__main__":
    run(choose)
