"""Answers well, and then prints remarks without end while it is the other's turn."""
from keeper import plain_question, raw

raw(plain_question().encode() + b"\n")
while True:
    raw(b"info thinking\n" * 1000)
