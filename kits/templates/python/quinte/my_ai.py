"""QUINTE のAI。書き換えるのは choose だけです。
A QUINTE AI. The only function you need to edit is choose."""

from board import Board
from {{kit}} import debug, run


def choose(position, legal, clock):
    """指示を選ぶ。ここを書き換えよう！ / Picks an order. This is the part to edit!

    position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
    legal:    できる指示のリスト（空ではない）/ the possible orders, at least one
    clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
    返り値 / returns: legal の中の1つ（"cw@6,13 up" など）/ one of legal, such as "cw@6,13 up"
    """
    board = Board(position)
    # いまは「一番安い門への道を選び、足りないタイルを運び、道があれば兵士を進める」。
    # For now: take the cheapest road to a gate, bring the tile that is missing, walk where it is laid.
    road = board.road()
    orders = set(legal)
    cursor = board.bring(road, orders)
    soldier = board.step(road)
    for order in [f"{cursor} {soldier}", f"- {soldier}", f"{cursor} -"]:
        if order in orders:
            return order
    return legal[0]


if __name__ == "__main__":
    run(choose)
