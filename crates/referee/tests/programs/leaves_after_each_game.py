"""Plays one game of `plain` and leaves, as simple programs do."""

import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "gyoji":
        print("ready legal", flush=True)
    elif word == "legal":
        legal = rest.split(" | ")
    elif word == "go":
        print("move", rest.split()[0], legal[0], flush=True)
    elif word == "over":
        break
