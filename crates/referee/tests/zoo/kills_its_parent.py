"""Kills whoever started it."""
import os
import signal

from keeper import judge_question, sleep

judge_question()
os.kill(os.getppid(), signal.SIGKILL)
sleep()
