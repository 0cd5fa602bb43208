"""どのゲームでも遊べるAIのひな形（Python、plain プロトコル）
A starter AI that plays every game, in Python, over the `plain` protocol.

書き換えるのは choose だけです。/ The only function you need to edit is choose.

行司（ぎょうじ）とのやりとり / The conversation (">" is what we get, "<" what we say):

    > gyoji 1 game othello seat 0 of 2 ms 5000 start=standard   ゲーム開始 / a game begins
    < ready legal                    準備完了。合法手も教えて / ready, and tell us the legal moves
    > position 0 ---…--- X           いまの局面 / the position
    > legal d3 | c4 | f5 | e6        できる手   / the moves we can make
    > go 0 5000                      質問0。5000ミリ秒以内に / question 0: you have 5000 ms
    < move 0 f5                      質問0への答え / the answer to question 0
    > played 1 1 d6                  だれかの手    / somebody has played
    > over places 1 2 points 40 24 why full                     ゲーム終了 / the game is over

1つのプログラムが何ゲームも続けて遊びます。/ One process plays game after game.
標準出力に書いてよいのは上の行だけです。途中経過は info() を使ってください。
stdout is only for such lines. Use info() for anything else.
"""

import random
import sys


def choose(game, position, legal, milliseconds):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    game:         ゲームの名前 / the name of the game, such as "othello"
    position:     局面の文字列 / the position as text
    legal:        できる手のリスト（文字列、空ではない）/ the legal moves as text, at least one
    milliseconds: 持ち時間（制限なしなら None）/ the time we have; None if there is no limit
    返り値 / returns: legal の中の1つ / one of legal
    """
    return random.choice(legal)


def info(*words):
    """途中経過を記録に残す / Puts a remark into the record of the game."""
    say("info", *words)


def say(*words):
    # flush を忘れると届かない / without flush it never arrives
    print(*words, flush=True)


def main():
    game, position, legal = "", "", []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            # "1 game othello seat 0 of 2 ms 5000 …"
            game = rest.split()[2]
            say("ready legal")
        elif word == "position":
            _, _, position = rest.partition(" ")
        elif word == "legal":
            # 手の中に空白があるかもしれないので " | " で区切る / a move may have spaces in it
            legal = rest.split(" | ")
        elif word == "go":
            number, milliseconds = rest.split()
            time = None if milliseconds == "-" else int(milliseconds)
            say("move", number, choose(game, position, legal, time))
        # ほかの行（played, over など）は読み飛ばす / other lines need no answer


if __name__ == "__main__":
    main()
