"""Stays alive, and can say no more."""
import os

from keeper import judge_question, sleep

judge_question()
os.close(1)
sleep()
