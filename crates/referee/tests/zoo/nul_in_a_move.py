"""A move with a NUL in it."""
from keeper import judge_question, raw, sleep

judge_question()
raw(b"d\x003\n")
sleep()
