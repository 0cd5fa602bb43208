"""Can say no more, and complains about it without end."""
import os

from keeper import judge_question

judge_question()
os.close(1)
while True:
    os.write(2, b"oh no " * 10000)
