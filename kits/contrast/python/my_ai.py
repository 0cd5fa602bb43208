"""コントラストAIのひな形（Python、plain プロトコル）/ A starter Contrast AI in Python.

書き換えるのは choose だけです。/ The only function you need to edit is choose.

審判とのやりとり / The conversation (">" is what we get, "<" what we say):

    > gyoji 1 game contrast seat 0 of 2 ms 5000 plies=150 repetition=true
    < ready
    > position 0 22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150
    > go 0 5000
    < move 0 c1,c2 b3g

局面 / A position: 駒25文字、タイル25文字、手番、プレイヤー1の黒・グレー、プレイヤー2の黒・グレー
    the pieces, the tiles, who is to move, black and gray tiles of player 1, then of player 2.
    マスは左上 a5 から右下 e1 へ、0 から 24 の番号です。
    Squares are counted from a5 at the top left (0) to e1 at the bottom right (24).

標準出力に書いてよいのは上の行だけです。途中経過は debug() を使ってください。
stdout is only for such lines. Use debug() for anything else.
"""

import random
import sys

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
DIRECTIONS = {"-": STRAIGHT, "b": DIAGONAL, "g": STRAIGHT + DIAGONAL}


def choose(board, me, moves):
    """手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!

    board: 局面 / the position (see class Board)
    me:    "1" か "2" / which player we are
    moves: できる手のリスト（空ではない）/ the legal moves, at least one: (from, to, tile, square)
    返り値 / returns: moves の中の1つ / one of moves
    """
    # いまは: 勝てるなら勝つ。相手に次で勝たれる手は避ける。あとは前へ。
    # For now: win if we can, never let the opponent win next, else go forward.
    def score(move):
        after = board.after(move, me)
        if after.has_arrived(me):
            return 1000
        other = "2" if me == "1" else "1"
        danger = any(after.is_goal(other, to) for _, to in after.ways(other))
        forward = (move[0] // 5 - move[1] // 5) * (1 if me == "1" else -1)
        return -500 * danger + 3 * forward + len(after.ways(me)) - len(after.ways(other))

    scores = [score(move) for move in moves]
    best = max(scores)
    return random.choice([move for move, points in zip(moves, scores) if points == best])


class Board:
    def __init__(self, pieces, tiles, hands):
        self.pieces = pieces  # 25文字: "1" "2" "-" / 25 of them
        self.tiles = tiles  # 25文字: "b" 黒, "g" グレー, "-" 白 / black, gray, white
        self.hands = hands  # {"1": {"b": 3, "g": 1}, "2": …} 手持ちのタイル / tiles in hand

    def ways(self, player):
        """player の駒の動き（どこから、どこへ）/ where the pieces of a player can go."""
        ways = []
        for start in range(25):
            if self.pieces[start] != player:
                continue
            for dx, dy in DIRECTIONS[self.tiles[start]]:
                x, y = start % 5 + dx, start // 5 + dy
                # 味方は何個でも飛び越える / jump over our own pieces, however many
                while inside(x, y) and self.pieces[y * 5 + x] == player:
                    x, y = x + dx, y + dy
                if inside(x, y) and self.pieces[y * 5 + x] == "-":
                    ways.append((start, y * 5 + x))
        return ways

    def moves(self, player):
        """できる手すべて / every legal move."""
        moves = []
        for start, goal in self.ways(player):
            moves.append((start, goal, None, None))
            for square in range(25):
                # 白くて、動いたあとに空いているマス / white, and empty after the move
                is_empty = self.pieces[square] == "-" or square == start
                if square != goal and is_empty and self.tiles[square] == "-":
                    for tile in "bg":
                        if self.hands[player][tile] > 0:
                            moves.append((start, goal, tile, square))
        return moves

    def after(self, move, player):
        """手を指したあとの局面 / the position after a move."""
        start, goal, tile, square = move
        pieces, tiles = list(self.pieces), list(self.tiles)
        pieces[start], pieces[goal] = "-", player
        hands = {who: dict(hand) for who, hand in self.hands.items()}
        if tile:
            tiles[square] = tile
            hands[player][tile] -= 1
        return Board(pieces, tiles, hands)

    def is_goal(self, player, square):
        """そのマスは player のゴールか / whether a player wins on that square."""
        return square // 5 == (0 if player == "1" else 4)

    def has_arrived(self, player):
        return any(self.pieces[s] == player and self.is_goal(player, s) for s in range(25))


def inside(x, y):
    return 0 <= x < 5 and 0 <= y < 5


def name(square):
    """0 -> a5, 24 -> e1"""
    return "abcde"[square % 5] + str(5 - square // 5)


def text(move):
    """手の書き方: c1,c2 または c1,c2 b3g / how a move is written."""
    start, goal, tile, square = move
    return f"{name(start)},{name(goal)}" + (f" {name(square)}{tile}" if tile else "")


def debug(*words):
    """途中経過を表示する（標準エラー出力へ）/ Prints to stderr, where the referee does not mind."""
    print(*words, file=sys.stderr)


def say(*words):
    # flush を忘れると届かない / without flush it never arrives
    print(*words, flush=True)


def main():
    board, me = None, "1"
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "gyoji":
            say("ready")
        elif word == "position":
            _, pieces, tiles, me, b1, g1, b2, g2 = rest.split()[:8]
            hands = {"1": {"b": int(b1), "g": int(g1)}, "2": {"b": int(b2), "g": int(g2)}}
            board = Board(pieces, tiles, hands)
        elif word == "go":
            say("move", rest.split()[0], text(choose(board, me, board.moves(me))))
        # ほかの行（played, over など）は読み飛ばす / other lines need no answer


if __name__ == "__main__":
    main()
