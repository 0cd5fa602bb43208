"""Thinks for ever, with a daemon in the background that ignores signals."""
import os
import signal

from keeper import plain_question, sleep

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        sleep()
    os._exit(0)
os.wait()
plain_question()
sleep()
