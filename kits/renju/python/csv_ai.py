"""連珠AIのひな形（授業のCSV方式）/ A starter renju AI for the class's CSV file.

書き換えるのは choose だけです。/ The only function you need to edit is choose.

プログラムは1手ごとに起動されます。引数のファイルを読み、自分の手を1つ書き足して終わります。
The program is run once for each move: it reads the file it is given, appends its own move, ends.

    2,1;8;8,2;7;7      総手数, 番号;y;x, 番号;y;x ...（y が先。左上が 1;1）
                       the number of moves, then player;y;x ... (y first; 1;1 is the top left)

画面への出力（print）は自由です。/ You may print what you like.

    python3 csv_ai.py game.csv                                       1手打つ / make one move
    gyoji match renju "csv:python3 csv_ai.py" bot:class              対戦する / play a match
"""

import os
import sys

SIZE = 15
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def choose(board, me, black):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    board: {(y, x): 番号}。1 から 15。ない点は空き / who is where; a point that is not there is free
    me:    自分の番号                                / your number
    black: 自分が黒（先手）か                        / whether you are black (moved first)
    返り値 / returns: (y, x)
    """
    if not board:
        return 8, 8
    free = [(y, x) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1) if (y, x) not in board]
    opponent = next((number for number in board.values() if number != me), None)

    def worth(point):
        # 自分の連をのばす手と、相手の連を止める手 / our rows made longer, theirs stopped
        if black and is_foul(board, point, me):
            return -1
        attack = sum(row_worth(board, point, step, me) for step in DIRECTIONS)
        defence = sum(row_worth(board, point, step, opponent) for step in DIRECTIONS)
        centre = 15 - abs(point[0] - 8) - abs(point[1] - 8)
        return 10 * attack + 8 * defence + centre

    return max(free, key=worth)


def run(board, point, step, player):
    """point に打つとできる連の長さと、その両端の空き / the row a stone would make, and its free ends"""
    length, ends = 1, 0
    for sign in (1, -1):
        y, x = point
        while True:
            y, x = y + sign * step[0], x + sign * step[1]
            if board.get((y, x)) != player:
                break
            length += 1
        inside = 1 <= y <= SIZE and 1 <= x <= SIZE
        ends += inside and (y, x) not in board
    return length, ends


def row_worth(board, point, step, player):
    if player is None:
        return 0
    length, ends = run(board, point, step, player)
    if length >= 5:
        return 10**6
    return (0, 1, 10)[ends] * 10**length


def is_foul(board, point, player):
    """禁じ手（連の長さだけで判定）/ Black's fouls, by the lengths of rows alone"""
    lengths = [run(board, point, step, player)[0] for step in DIRECTIONS]
    if 5 in lengths:
        return False
    return max(lengths) > 5 or lengths.count(4) > 1 or lengths.count(3) > 1


def load(path):
    """ファイルの手の一覧 [(番号, y, x)] / the moves in the file"""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        fields = file.read().strip().split(",")
    return [tuple(int(part) for part in field.split(";")) for field in fields[1:] if field]


def save(path, moves):
    fields = [str(len(moves))] + [";".join(str(part) for part in move) for move in moves]
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(fields))


def number(moves):
    """自分の番号: 2手前の番号 / our number: that of the move before last"""
    if len(moves) >= 2:
        return moves[-2][0]
    return moves[0][0] + 1 if moves else 1


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "game.csv"
    moves = load(path)
    me = number(moves)
    board = {(y, x): player for player, y, x in moves}
    y, x = choose(board, me, black=len(moves) % 2 == 0)
    print(f"{me}: y={y} x={x}")
    save(path, moves + [(me, y, x)])


if __name__ == "__main__":
    main()
