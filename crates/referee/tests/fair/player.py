"""Plays by the plain protocol, in a manner of its own: player.py MANNER [SECONDS]"""
import os
import signal
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "zoo"))
from keeper import plain_questions, say

MANNER = sys.argv[1]
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0


def burn(seconds):
    """Uses so much processor time itself, however long that takes."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def family(count):
    """Starts children that never rest."""
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            while True:
                pass
        children.append(child)
    return children


def hidden_family(count):
    """Starts children that start others, whose end nobody counts."""
    for _ in range(count):
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            while True:
                if os.fork() == 0:
                    burn(0.01)
                    os._exit(0)
                time.sleep(0.01)


def used_by(pid):
    """Hundredths of a second that a process has used."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def main():
    children = []
    if MANNER == "meek":
        os.nice(19)
    if MANNER == "ponder":
        children = family(1)
    before = None
    for number, legal in plain_questions():
        if MANNER == "ponder":
            now = used_by(children[0])
            if before is not None:
                say(f"info used {now - before}")
        if MANNER == "family" and not children:
            children = family(2 * os.cpu_count())
        if MANNER == "hidden" and not children:
            children = [True]
            hidden_family(4 * os.cpu_count())
        if MANNER in ("burn", "family", "meek", "hidden"):
            burn(SECONDS)
        elif MANNER in ("sleep", "ponder"):
            time.sleep(SECONDS)
        if MANNER == "ponder":
            before = used_by(children[0])
        say(f"move {number} {legal[0]}")


main()
