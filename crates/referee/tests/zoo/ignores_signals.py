"""Thinks for ever, and ignores whatever signal can be ignored."""
import signal

from keeper import plain_question, sleep

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
plain_question()
sleep()
