"""Plays by the plain protocol and does something else besides: player.py WHAT [MORE]"""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zoo"))
from keeper import plain_questions, raw, say

WHAT = sys.argv[1]
MORE = sys.argv[2] if len(sys.argv) > 2 else ""


def rabbits():
    """Families in which every parent leaves a child behind when it goes."""
    for _ in range(20):
        if os.fork() == 0:
            while True:
                if os.fork() != 0:
                    os._exit(0)


def helper():
    """A short-lived helper that is nobody's child when it ends."""
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            os._exit(0)
        os._exit(0)
    os.waitpid(child, 0)


def children(count):
    for _ in range(count):
        if os.fork() == 0:
            while True:
                time.sleep(60)


def dead_below(pid):
    """How many children of a process have ended and were not buried."""
    with open(f"/proc/{pid}/task/{pid}/children") as list:
        pids = list.read().split()
    dead = 0
    for one in pids:
        try:
            with open(f"/proc/{one}/stat") as stat:
                dead += stat.read().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            pass
    return dead


def main():
    for number, legal in plain_questions():
        if WHAT == "rabbits" and number in ("0", "1"):
            rabbits()
        elif WHAT == "children" and number in ("0", "1"):
            children(int(MORE))
        elif WHAT == "helpers":
            say(f"info dead {dead_below(os.getppid())}")
            for _ in range(10):
                helper()
            time.sleep(0.3)
        elif WHAT == "talks":
            for _ in range(15):
                raw(b"info " + b"x" * 60000 + b"\n")
            os.write(2, b"y" * 100000)
        elif WHAT == "silent":
            time.sleep(1000)
        say(f"move {number} {legal[0]}")


def after_over():
    """Goes on talking when a game is over."""
    legal = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            if MORE == "half":
                time.sleep(0.05)
            say("ready legal")
        elif word == "legal":
            legal = rest.split(" | ")
        elif word == "go":
            say(f"move {rest.split()[0]} {legal[0]}")
        elif word == "over":
            if MORE == "later":
                time.sleep(0.02)
                say("what a game, well played")
            elif MORE == "half":
                raw(b"what a ga")
            elif MORE == "much":
                for _ in range(1000):
                    say("x" * 40)


after_over() if WHAT == "after-over" else main()
