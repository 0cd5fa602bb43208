"""A class program with a habit: it plays in a row of its own, and writes the file in its own way.

csv_ai.py HABIT FILE
"""

import os
import sys
import time

habit, path = sys.argv[1], sys.argv[2]
with open(path, "rb") as file:
    given = file.read().decode()
fields = given.strip().split(",")
moves = [field for field in fields[1:] if field]
count = len(moves)
me = moves[-2].split(";")[0] if count > 1 else str(count + 1)

# In the corner, far from each other's rows.
row = 1 if me == "1" else 15
taken = {tuple(move.split(";")[1:]) for move in moves}
x = next(x for x in range(1, 16, 2) if (str(row), str(x)) not in taken)
move = f"{me};{row};{x}"


def write(text, **how):
    with open(path, "w", newline="", **how) as file:
        file.write(text)


def game(moves, count=None):
    return ",".join([str(len(moves) if count is None else count)] + moves)


if habit == "foul":
    # Two threes that meet in 8;8, as soon as there are enough stones.
    plan = ["8;7", "8;6", "7;8", "6;8", "8;8"]
    move = f"{me};{plan[count // 2]}"
answer = moves + [move]
if habit == "crlf":
    write(game(answer) + "\r\n")
elif habit == "odd_exit":
    write(game(answer))
    sys.exit(7)
elif habit == "foul":
    write(game(answer))
elif habit == "wrong_count":
    write(game(answer, count))
elif habit == "overwrites":
    write(game(["1;8;8"] + answer[1:]))
elif habit == "drops":
    write(game(answer[1:]))
elif habit == "nothing":
    pass
elif habit == "two_moves":
    write(game(answer + [f"{me};9;9"]))
elif habit == "other_number":
    write(game(moves + [move.replace(me, "2" if me == "1" else "1", 1)]))
elif habit == "zero_based":
    shift = lambda text: ";".join([text.split(";")[0]] + [str(int(n) - 1) for n in text.split(";")[1:]])
    write(game([shift(one) for one in answer]))
elif habit == "zero":
    write(game(moves + [f"{me};0;5"]))
elif habit == "swapped":
    turn = lambda text: ";".join([text.split(";")[0], text.split(";")[2], text.split(";")[1]])
    write(game([turn(one) for one in answer]))
elif habit == "taken":
    write(game(moves + [f"{me};{moves[0].split(';')[1]};{moves[0].split(';')[2]}"]))
elif habit == "no_count":
    write(",".join(answer))
elif habit == "half":
    write(game(answer)[:-3])
elif habit == "empty":
    write("")
elif habit == "full_width":
    write(game(answer).replace(";", "；"), encoding="utf-8")
elif habit == "bom":
    write(game(answer), encoding="utf-8-sig")
elif habit == "shift_jis":
    write(game(answer) + ",# 考え中", encoding="shift_jis")
elif habit == "utf16":
    write(game(answer), encoding="utf-16")
elif habit == "two_lines":
    write(given + "\n" + game(answer))
elif habit == "deletes":
    os.remove(path)
elif habit == "other_file":
    os.rename(path, path + ".bak")
elif habit == "never_exits":
    write(game(answer))
    while True:
        time.sleep(1)
elif habit == "waits_for_a_key":
    while not sys.stdin.readline():  # nobody types anything
        time.sleep(1)
    write(game(answer))
elif habit == "raises":
    write(game(answer + [f"{me};{[][0]}"]))
else:
    raise SystemExit(f"no such habit: {habit}")
