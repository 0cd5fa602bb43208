"""Every byte that ASCII has not."""
from keeper import judge_question, raw, sleep

judge_question()
raw(bytes(range(0x80, 0x100)) + b"\n")
sleep()
