"""Leaves, but a grandchild in a session of its own keeps stdout open."""
import os

from keeper import judge_question, sleep

judge_question()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        sleep()
    os._exit(0)
os.wait()
