"""What the animals share: they behave until they are asked for a move."""

import os
import sys
import time


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def raw(data):
    """Bytes to stdout, past every buffer."""
    while data:
        data = data[os.write(1, data):]


def plain_questions():
    """Says it is ready, and yields the number and the legal moves of each question."""
    legal = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            say("ready legal")
        elif word == "legal":
            legal = rest.split(" | ")
        elif word == "go":
            yield rest.split()[0], legal


def plain_question():
    """The first question of `plain`, as the line that would answer it well."""
    number, legal = next(plain_questions())
    return f"move {number} {legal[0]}"


def judge_question():
    """The first question of `judge`, asked of black."""
    for line in sys.stdin:
        if line.startswith("MOVE BOARD:"):
            return "d3"
    sys.exit()


def play_well():
    """Whole games, as they should be played."""
    for number, legal in plain_questions():
        say(f"move {number} {legal[0]}")


def sleep():
    while True:
        time.sleep(60)
