"""オセロAIのひな形（Python）/ A starter Othello AI in Python.

書き換えるのは choose だけです。/ The only function you need to edit is choose.

審判とのやりとり（標準入出力）/ The conversation with the judge, over stdin and stdout:

    COLOR 1              あなたは黒（2 なら白）  / you are black (2: white)
    MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
    QUIT                 終わり                  / the game is over

盤面は左上から右へ、上から下へ。0 は空き、1 は黒、2 は白です。
The board is written row by row from the top left: 0 empty, 1 black, 2 white.

標準出力に書いてよいのは手だけです。途中経過は debug() を使ってください。
stdout is only for moves. Use debug() for anything else.
"""

import sys

EMPTY = 0
CORNERS = (0, 7, 56, 63)
DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def choose(board, me, legal):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    board: 64個の数（0 空き, 1 黒, 2 白）    / 64 numbers (0 empty, 1 black, 2 white)
    me:    自分の色（1 か 2）                 / your colour (1 or 2)
    legal: 打てるマスのリスト（空ではない）   / the squares you can play, at least one
    返り値 / returns: legal の中の1つ          / one of legal
    """
    # いまは「角があれば角、なければ一番たくさん返せるマス」。
    # For now: a corner if there is one, else the square that flips the most discs.
    return max(legal, key=lambda square: (square in CORNERS, len(flips(board, me, square))))


def flips(board, me, square):
    """square に打つと返る石。打てなければ空 / The discs a move would flip; none if illegal."""
    if board[square] != EMPTY:
        return []
    flipped = []
    for dx, dy in DIRECTIONS:
        run = []
        x, y = square % 8 + dx, square // 8 + dy
        # 相手の石が続くあいだ進む / walk over the opponent's discs
        while 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] == 3 - me:
            run.append(y * 8 + x)
            x, y = x + dx, y + dy
        # その先に自分の石があれば、はさんだことになる / one of ours at the end: they are trapped
        if 0 <= x < 8 and 0 <= y < 8 and board[y * 8 + x] == me:
            flipped += run
    return flipped


def name(square):
    """0 -> a1, 63 -> h8"""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def debug(*words):
    """途中経過を表示する（標準エラー出力へ）/ Prints to stderr, where the judge does not mind."""
    print(*words, file=sys.stderr, flush=True)


def answer(board, me):
    """審判への返事 / What we say to the judge."""
    legal = [square for square in range(64) if flips(board, me, square)]
    # 打てるマスがなければ必ず pass と言う / with no legal square we have to say pass
    return name(choose(board, me, legal)) if legal else "pass"


def main():
    me = 1
    for line in sys.stdin:
        line = line.strip()
        if line.startswith("COLOR "):
            me = int(line[len("COLOR "):])
        elif line.startswith("MOVE BOARD:"):
            board = [int(digit) for digit in line[len("MOVE BOARD:"):]]
            # flush を忘れると審判に届かない / without flush the judge never sees it
            print(answer(board, me), flush=True)
        elif line == "QUIT":
            break


if __name__ == "__main__":
    main()
