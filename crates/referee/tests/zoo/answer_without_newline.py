"""Knows its move, and forgets to end the line."""
from keeper import plain_question, raw, sleep

raw(plain_question().encode())
sleep()
