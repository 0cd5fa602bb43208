"""審判とのやりとり（plain プロトコル）。書き換える必要はありません。
The conversation with the referee (the `plain` protocol). There is nothing to edit here.

    python3 my_ai.py                                      標準入出力で / over stdin and stdout
    python3 my_ai.py --connect HOST:PORT [--key KEY] [--name NAME]   ネットワークで / over the network
    python3 my_ai.py --test                               positions.txt の局面で試す / try recorded positions
"""

import os
import socket
import sys
import time

GAME = "{{game}}"
NAME = "{{name}}"
HERE = os.path.dirname(os.path.abspath(__file__))


class Clock:
    """この1手に使える時間（ミリ秒）/ The time for this move, in milliseconds."""

    def __init__(self, limit):
        self.limit = limit
        self.start = time.monotonic()

    def used(self):
        """使った時間 / The time used so far."""
        return int((time.monotonic() - self.start) * 1000)

    def left(self):
        """残り時間（制限なしなら1時間）/ The time left; an hour if there is no limit."""
        return (3_600_000 if self.limit is None else self.limit) - self.used()


def debug(*words):
    """途中経過を表示する（標準エラー出力へ）/ Prints to stderr; stdout is only for moves."""
    print(*words, file=sys.stderr, flush=True)


def run(choose):
    """審判に聞かれるたびに choose を呼ぶ / Calls choose whenever the referee asks."""
    arguments = sys.argv[1:]
    if "--test" in arguments:
        sys.exit(test(choose))
    if "--connect" in arguments:
        connect(choose, option("--connect"), option("--name", NAME), option("--key", ""))
    else:
        # 標準出力は手だけのもの。print は標準エラー出力へ / print() must not disturb the moves
        out, sys.stdout = sys.stdout, sys.stderr
        talk(choose, sys.stdin, out)


def talk(choose, lines, out):
    def say(*words):
        print(*words, file=out, flush=True)

    position, legal = "", []
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            say("ready legal")
        elif word == "position":
            position = rest.partition(" ")[2]
        elif word == "legal":
            legal = rest.split(" | ")
        elif word == "go":
            number, limit = rest.split()
            clock = Clock(None if limit == "-" else int(limit))
            say("move", number, choose(position, legal, clock))
        elif word in ("refused", "over"):
            debug(line.strip())


def connect(choose, address, name, key):
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        sys.exit(f"{address}: HOST:PORT の形で書いてください / write it as HOST:PORT")
    try:
        peer = socket.create_connection((host.strip("[]"), int(port)))
    except (OSError, OverflowError) as problem:
        sys.exit(f"{address} につながりません / cannot connect: {problem}")
    with peer, peer.makefile("rw", encoding="utf-8", newline="\n") as stream:
        print("hello gyoji 1", GAME, name, key, file=stream, flush=True)
        debug(f"{address} に接続しました / connected to {address}")
        talk(choose, stream, stream)


def option(name, usual=None):
    """コマンドラインの値 / The value of an option on the command line."""
    if name not in sys.argv:
        return usual
    place = sys.argv.index(name) + 1
    if place >= len(sys.argv):
        sys.exit(f"{name} の値がありません / {name} needs a value")
    return sys.argv[place]


def test(choose):
    """positions.txt の局面で choose を試す / Tries choose on the recorded positions."""
    position, legal, good, count, wrong = "", [], [], 0, 0
    with open(os.path.join(HERE, "positions.txt"), encoding="utf-8") as lines:
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "position":
                position = rest
            elif word == "legal":
                legal = rest.split(" | ")
            elif word == "good":
                good = rest.split(" | ")
                answer = choose(position, legal, Clock(5000))
                fine = answer in legal and (good == ["any"] or answer in good)
                count, wrong = count + 1, wrong + (not fine)
                debug("ok  " if fine else "BAD ", position[:70], "->", answer, "" if fine else f"(good: {rest})")
    debug(f"{count - wrong}/{count}")
    return 1 if wrong else 0
