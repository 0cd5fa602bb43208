"""Thinks for ever, with a family of three generations."""
import os

from keeper import plain_question, sleep

plain_question()
for _ in range(3):
    os.fork()
    os.fork()
sleep()
