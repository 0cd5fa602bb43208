"""連珠・五目並べのAIのひな形（Python、Gomocup プロトコル）
A starter engine for renju and gomoku, in Python, over the Gomocup protocol.

書き換えるのは choose だけです。/ The only function you need to edit is choose.

審判とのやりとり / The conversation (">" is what we get, "<" what we say):

    > START 15                 15路盤で開始 / a board of 15 lines
    < OK
    > INFO timeout_turn 5000   1手5秒 / 5 seconds for a move
    > INFO rule 4              4 は連珠 / 4 is renju
    > BEGIN                    最初の手を / make the first move
    < 7,7                      列,行（左上が 0,0）/ column,row; the top left is 0,0
    > TURN 8,6                 相手の手 / the opponent's move
    < 6,8
    > END                      終了 / leave

標準出力に書いてよいのは上の行だけです。途中経過は message() を使ってください。
stdout is only for such lines. Use message() for anything else.
"""

import random
import sys

OWN, OPPONENT = 1, 2
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def choose(board, size, info):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    board: {(x, y): 1 か 2} 1 が自分の石 / the stones; 1 is ours, 2 the opponent's
    size:  盤の大きさ / the lines of the board
    info:  INFO で届いた値 / what INFO has told us, such as info["timeout_turn"]
    返り値 / returns: 空いている (x, y) / an empty (x, y)
    """
    if not board:
        return size // 2, size // 2
    empty = [(x, y) for x in range(size) for y in range(size) if (x, y) not in board]
    # 五ができる点、相手の五を止める点、石の多い点の順 / five first, then blocking, then crowds
    best = max(worth(board, point) for point in empty)
    return random.choice([point for point in empty if worth(board, point) == best])


def worth(board, point):
    """その点の値打ち / What a point is worth: rows we would make, and rows we would stop."""
    return max(2 * row(board, point, OWN) + 1, 2 * row(board, point, OPPONENT)) ** 4 + sum(
        (point[0] + dx, point[1] + dy) in board for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    )


def row(board, point, whose):
    """その点に置くとできる一番長い連 / The longest row that a stone there would make."""
    return max(
        1 + sum(run(board, point, sign * dx, sign * dy, whose) for sign in (1, -1))
        for dx, dy in DIRECTIONS
    )


def run(board, point, dx, dy, whose):
    """その先に続く石の数 / How many stones follow in one direction."""
    (x, y), count = point, 0
    while board.get((x + dx, y + dy)) == whose:
        x, y, count = x + dx, y + dy, count + 1
    return count


def message(*words):
    """途中経過を記録に残す / Puts a remark into the record of the game."""
    say("MESSAGE", *words)


def say(*words):
    # flush を忘れると届かない / without flush it never arrives
    print(*words, flush=True)


def numbers(text):
    return [int(number) for number in text.split(",")]


def main():
    board, size, info = {}, 15, {}

    def answer():
        x, y = choose(board, size, info)
        board[x, y] = OWN
        say(f"{x},{y}")

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            board, size = {}, int(rest)
            say("OK")
        elif word == "RESTART":
            board = {}
            say("OK")
        elif word == "INFO":
            key, _, value = rest.partition(" ")
            info[key] = value
        elif word == "BEGIN":
            answer()
        elif word == "TURN":
            x, y = numbers(rest)
            board[x, y] = OPPONENT
            answer()
        elif word == "BOARD":
            # "x,y,だれの石" が DONE まで続く / lines of "x,y,whose" up to DONE
            board = {}
            for stone in iter(lambda: sys.stdin.readline().strip(), "DONE"):
                x, y, whose = numbers(stone)
                board[x, y] = whose
            answer()
        elif word == "ABOUT":
            say('name="gomocup_ai", version="1"')
        elif word == "END":
            break
        elif word:
            say("UNKNOWN command")


if __name__ == "__main__":
    main()
