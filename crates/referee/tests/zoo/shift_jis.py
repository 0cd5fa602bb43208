"""Speaks Japanese, in an encoding of its own."""
from keeper import judge_question, raw, sleep

judge_question()
raw("考え中\n".encode("shift_jis"))
sleep()
