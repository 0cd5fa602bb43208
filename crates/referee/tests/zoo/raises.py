"""An error nobody catches."""
from keeper import judge_question

judge_question()
board = [0] * 64
board[64] = 1
