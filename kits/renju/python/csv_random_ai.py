"""でたらめに打つ連珠AI（授業のCSV方式）/ A renju AI that plays anywhere, for the class's CSV file.

一番短い例です。/ The shortest example there is.
"""

import random
import sys

path = sys.argv[1] if len(sys.argv) > 1 else "game.csv"
try:
    with open(path, encoding="utf-8") as file:
        fields = file.read().strip().split(",")[1:]
except FileNotFoundError:
    fields = []
moves = [field.split(";") for field in fields if field]
taken = {(int(y), int(x)) for _, y, x in moves}
free = [(y, x) for y in range(1, 16) for x in range(1, 16) if (y, x) not in taken]
# 2手前の番号が自分の番号 / our number is that of the move before last
me = moves[-2][0] if len(moves) > 1 else len(moves) + 1
y, x = random.choice(free)
moves.append([str(me), str(y), str(x)])
with open(path, "w", encoding="utf-8") as file:
    file.write(",".join([str(len(moves))] + [";".join(move) for move in moves]))
