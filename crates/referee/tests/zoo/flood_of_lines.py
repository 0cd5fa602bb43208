"""Prints remarks without end, each of which is allowed."""
from keeper import plain_question, raw

plain_question()
while True:
    raw(b"info thinking\n" * 1000)
