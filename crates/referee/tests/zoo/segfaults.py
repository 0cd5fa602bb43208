"""Touches memory that is not its own."""
import os
import signal

from keeper import judge_question

judge_question()
os.kill(os.getpid(), signal.SIGSEGV)
