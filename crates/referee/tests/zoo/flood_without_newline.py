"""Prints without end and without a newline."""
from keeper import plain_question, raw

plain_question()
while True:
    raw(b"x" * 65536)
