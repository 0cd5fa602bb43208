"""審判とのやりとり（judge プロトコル）。書き換える必要はありません。
The conversation with the class-room judge (the `judge` protocol). There is nothing to edit here.

    COLOR 1              あなたは黒（2 なら白）/ you are black (2: white)
    MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
    QUIT                 終わり / the game is over
"""

import sys

import kit
from board import Board
from kit import Clock, debug

__all__ = ["debug", "run"]


def run(choose):
    if "--test" in sys.argv or "--connect" in sys.argv:
        return kit.run(choose)
    out, sys.stdout = sys.stdout, sys.stderr
    me = "X"
    for line in sys.stdin:
        line = line.strip()
        if line.startswith("COLOR"):
            me = "X" if line.split()[1] == "1" else "O"
        elif line.startswith("MOVE BOARD:"):
            cells = line.partition(":")[2].translate(str.maketrans("012", "-XO"))
            position = f"{cells} {me}"
            print(choose(position, Board(position).legal(), Clock(5000)), file=out, flush=True)
        elif line == "QUIT":
            break
