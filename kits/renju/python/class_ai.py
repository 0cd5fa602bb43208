"""授業のライブラリを使う連珠AI（CSV方式）/ A renju AI on the class's library, for the CSV file.

隣の renju.py が授業の文書のライブラリです。書き換えるのは choose だけです。
renju.py beside this file is the library of the class's document; choose is the part to edit.

    python3 class_ai.py game.csv                                     1手打つ / make one move
    gyoji match renju "csv:python3 class_ai.py" bot:class            対戦する / play a match
"""

import sys

from renju import Table, load_data, write_data


def choose(table, me):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    table: 盤面。table.table が {Point: 番号} / the board; table.table says whose stone is where
    me:    自分の番号                         / your number
    返り値 / returns: Move
    """
    move, _ = table.choose_next_move(me, depth=2, best=3)
    return move


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "game.csv"
    _, moves = load_data(path)
    table = Table(moves)
    last, won = table.compute()
    if last is not None:
        print(f"player {last.program_number} has {'won' if won else 'lost'} by {last.point}")
        return
    move = choose(table, table.me)
    if move is None:
        print("盤が埋まりました / the board is full")
        return
    print(f"{move.program_number}: y={move.point.y + 1} x={move.point.x + 1}")
    if table.compute_move(move):
        sys.exit(f"禁じ手です / a foul: {move}")
    write_data(path, table)


if __name__ == "__main__":
    main()
