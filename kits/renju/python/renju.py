"""授業の連珠ライブラリ / The class's library for renju programs.

授業の文書にある名前をすべて、その名前のまま使えます。標準ライブラリだけで動きます（Python 3.8 以降）。
Every name of the class's document, under that name, with the standard library alone.

    from renju import Config, Move, Point, Table, load_data, write_data

    count, moves = load_data("game.csv")
    table = Table(moves)
    table.compute()                                # 手を盤に並べて判定する / put the moves on the board
    move, options = table.choose_next_move(table.me, depth=2, best=3)
    table.compute_move(move)
    write_data("game.csv", table)

座標は左上が Point(0, 0) で、y が先です。禁じ手は連の長さだけで判定します。
Points are counted from 0 at the top left, y first. Fouls are judged by the lengths of rows alone.

文書と違う点、文書が決めていない点は docs/games/renju-class.ja.md にまとめてあります。
What the document leaves open, and what differs, is in docs/games/renju-class.md.
"""

import os
import warnings
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

__all__ = [
    "Config",
    "OptionType",
    "Direction",
    "Point",
    "Line",
    "Move",
    "Option",
    "OptionContainer",
    "Table",
    "load_data",
    "write_data",
]


class Config:
    """設定。代入して変えられます / The settings; assign to them to change them."""

    #: 盤面の縦横の大きさ / the side of the board
    TABLE_SIZE = 15
    #: ファイルの座標を 1 から数えるか / whether files count y and x from 1
    TABLE_STARTS_WITH_ONE = True
    #: 総手数の誤りや連続した手を、警告ではなくエラー（負け）にするか
    #: whether a wrong count is an error, and whoever moves twice loses, or both are only warnings
    RAISE_ON_CSV_COUNT_ERROR = True


class OptionType(IntEnum):
    """連の現状。大きいほど優先 / What a row amounts to; the larger comes first."""

    #: 意味のない手、または打てない手 / of no use, or it cannot be played
    Trash = 0
    #: 勝ちに近づける / it brings the win nearer
    Preferable = 1
    #: 相手が止めなければ勝てる / it wins if the opponent never answers
    Winnable = 2
    #: 相手が今止めなければ Win か Checkmate になる / the opponent has to stop it now
    ToCheckmate = 3
    #: 相手には止められない / the opponent cannot stop it
    Checkmate = 4
    #: すでに勝っている / five are in a row
    Win = 5


class Direction(Enum):
    """連の向き。値は正方向への1歩 (dy, dx) / A row's direction; the value is one step forward."""

    #: 水平。右が正 / level; to the right is forward
    Horizontal = (0, 1)
    #: 垂直。下が正 / upright; down is forward
    Vertical = (1, 0)
    #: 左上から右下。右下が正 / from the upper left to the lower right
    Diagonal_UL_BR = (1, 1)
    #: 右上から左下。左下が正 / from the upper right to the lower left
    Diagonal_UR_BL = (1, -1)


class Point(NamedTuple):
    """盤の1点。左上が (0, 0) / A point of the board; (0, 0) is the top left."""

    y: int
    x: int


class Move(NamedTuple):
    """1手: 誰が、どこに / A move: who, and where."""

    program_number: int
    point: Point


@dataclass(frozen=True)
class Line:
    """1人の石が切れ目なく並んだ連 / Stones of one player in a row, without a gap.

    first は負方向の端、second は正方向の端。長さ 1 なら同じ点です。
    first is the end furthest back, second the end furthest forward; a single stone is both.
    """

    direction: Direction
    first: Point
    second: Point
    program_number: int

    def __post_init__(self):
        dy, dx = self.direction.value
        steps = self.length - 1
        apart = (self.second.y - self.first.y, self.second.x - self.first.x)
        if apart not in ((dy * steps, dx * steps), (-dy * steps, -dx * steps)):
            raise ValueError(
                f"{self.first} と {self.second} は {self.direction.name} の向きに並んでいません"
                " / these points do not lie in this direction"
            )

    def extend_first(self) -> Tuple[Optional["Line"], Optional[Point], bool]:
        """負方向に1つ伸ばす。盤の外なら (None, None, False)

        One stone more at the back end: the row, the new point, True; at the edge None, None, False.
        """
        dy, dx = self.direction.value
        point = Point(self.first.y - dy, self.first.x - dx)
        if not _is_on_board(point):
            return None, None, False
        return Line(self.direction, point, self.second, self.program_number), point, True

    def extend_second(self) -> Tuple[Optional["Line"], Optional[Point], bool]:
        """正方向に1つ伸ばす。盤の外なら (None, None, False) / The same at the front end."""
        dy, dx = self.direction.value
        point = Point(self.second.y + dy, self.second.x + dx)
        if not _is_on_board(point):
            return None, None, False
        return Line(self.direction, self.first, point, self.program_number), point, True

    @property
    def length(self) -> int:
        """石の数 / how many stones it has"""
        return 1 + max(abs(self.second.y - self.first.y), abs(self.second.x - self.first.x))


#: 何手かけても勝てない / "in no number of moves"
_NEVER = 999


@dataclass(frozen=True)
class Option:
    """打てる場所と、その評価 / A point to play and what it leads to.

    type: 現状 / what the row amounts to now
    win_to: この手を含めて何手で勝てるか / in how many moves it wins, this one included
    point: 場所。なければ None / where; None if there is no such point
    """

    type: OptionType
    win_to: int
    point: Optional[Point]

    def add(self, option: "Option") -> "OptionContainer":
        """自分と option の両方を入れた OptionContainer / this one and another together"""
        return OptionContainer(self, option)


class OptionContainer:
    """複数の Option をまとめて評価する / Many options, judged together."""

    def __init__(self, *options: Option):
        self.options: List[Option] = list(options)

    def __repr__(self) -> str:
        return f"OptionContainer({', '.join(map(repr, self.options))})"

    def add(self, option: Union[Option, "OptionContainer"]) -> "OptionContainer":
        """option を加えた新しい OptionContainer / a new container with option, or all of another"""
        more = option.options if isinstance(option, OptionContainer) else [option]
        return OptionContainer(*self.options, *more)

    @property
    def max(self) -> Option:
        """type が最も高く、その中で win_to が最も小さいもの / the highest type, then the soonest win

        空なら Trash / Trash if there are none.
        """
        nothing = Option(OptionType.Trash, _NEVER, None)
        return max(self.options, key=lambda option: (option.type, -option.win_to), default=nothing)

    @property
    def winnable_with_skip(self) -> bool:
        """相手の手番の後でも必ず勝てるか / whether the win is certain though the opponent moves next"""
        if any(option.type >= OptionType.Checkmate for option in self.options):
            return True
        threats = {o.point for o in self.options if o.type == OptionType.ToCheckmate}
        return len(threats) >= 2

    @property
    def score(self) -> int:
        """全体の点数。大きいほど良い / all of it as a number: the larger, the better"""
        worth = {
            OptionType.Win: 99999,
            OptionType.Checkmate: 99999,
            OptionType.ToCheckmate: 9999,
            OptionType.Winnable: 50,
            OptionType.Preferable: 3,
            OptionType.Trash: 0,
        }
        total = 9999999 if self.winnable_with_skip else 0
        for option in self.options:
            total += worth[option.type]
            if option.type == OptionType.Preferable and option.win_to == 1:
                total += 10
        return total


class Table:
    """盤面: 手の列と、並べた石 / A game: its moves, and the stones as far as they have been put.

    moves: 手のリスト / the moves
    table: {Point: 番号}。compute() を呼ぶまで空 / whose stone is where; empty until compute()
    """

    def __init__(self, moves: Iterable[Move]):
        self.moves: List[Move] = list(moves)
        self.table: Dict[Point, int] = {}

    @property
    def moves_count(self) -> int:
        """手の数 / how many moves there are"""
        return len(self.moves)

    def __str__(self) -> str:
        black = self.moves[0].program_number if self.moves else None
        signs = {None: ".", black: "X"} if self.moves else {None: "."}
        rows = range(Config.TABLE_SIZE)
        at = lambda y, x: signs.get(self.table.get(Point(y, x)), "O")  # noqa: E731
        return "\n".join(" ".join(at(y, x) for x in rows) for y in rows)

    def compute(self) -> Tuple[Optional[Move], Optional[bool]]:
        """全ての手を並べ直して判定する / Puts all moves on an empty board, one after the other.

        五ができたら (その手, True)、禁じ手・石のある点・盤の外なら (その手, False)、
        どちらもなければ (None, None)。
        続けて2手打つと、RAISE_ON_CSV_COUNT_ERROR なら負け、そうでなければ警告です。
        (move, True) for five, (move, False) for a foul or a point that is taken, else (None, None).
        """
        self.table = {}
        before = None
        for move in self.moves:
            if move.program_number == before:
                if Config.RAISE_ON_CSV_COUNT_ERROR:
                    return move, False
                warnings.warn(
                    f"{before} が続けて打っています / player {before} moves twice in a row"
                )
            before = move.program_number
            if self.check_foul(move):
                return move, False
            self.table[move.point] = move.program_number
            if self._makes_five(move.program_number, move.point):
                return move, True
        return None, None

    def compute_move(self, move: Move) -> bool:
        """1手進める。禁じ手なら何もせず True / Makes a move; True, and nothing is done, for a foul."""
        if self.check_foul(move):
            return True
        self.moves.append(move)
        self.table[move.point] = move.program_number
        return False

    def check_foul(self, move: Move) -> bool:
        """打つと負けになる手か / whether a move loses at once

        黒の長連・四四・三三（連の長さだけで判定。ちょうど五ならどれでもない）、石のある点、盤の外。
        Black's overline, double-four and double-three by lengths; a point taken or off the board.
        """
        if move.point in self.table or not _is_on_board(move.point):
            return True
        return self._is_foul(move.program_number, move.point)

    def is_win(self, program_number: int) -> bool:
        """五ができているか（黒はちょうど5、白は5以上）/ whether a player has five in a row"""
        black = self.is_black(program_number)
        return any(_wins(length, black) for length in self.get_lines(program_number))

    def get_lines(self, program_number: int) -> Dict[int, List[Line]]:
        """全ての連を、長さごとに / all rows of a player by their length, in all four directions

        孤立した石は、4方向それぞれで長さ 1 の連です。ない長さは空のリストになります。
        A stone that stands alone is a row of one in each direction; a length without rows is empty.
        """
        by_length: Dict[int, List[Line]] = defaultdict(list)
        by_length[0] = []
        for line in self._lines(program_number):
            by_length[line.length].append(line)
        return by_length

    def choose_next_move(
        self, program_number: int, depth: int = 1, best: int = 5
    ) -> Tuple[Optional[Move], OptionContainer]:
        """最良と思われる手と、その後の自分の OptionContainer / the move that seems best

        depth: 何手先まで読むか / how many moves to look ahead
        best: 良さそうな手をいくつまで読むか / how many of the best moves to look at further
        盤が埋まっていれば手は None です / the move is None if the board is full.
        """
        choice = self._choose(program_number, depth, best)
        return (choice[1], choice[2]) if choice else (None, OptionContainer())

    def find_options(self, line: Line) -> OptionContainer:
        """連の評価: 相手の番で見て、どこに打てば何になるか

        What a row is worth, the opponent being next, and at which points it goes on.
        """
        length = line.length
        options: List[Option] = []
        if length >= 5:
            if _wins(length, self.is_black(line.program_number)):
                options = [Option(OptionType.Win, 0, None)]
        elif length == 4:
            options = self._options_of_four(line)
        elif length >= 2:
            options = self._options_of_shorter(line)
        return OptionContainer(*(options or [Option(OptionType.Trash, _NEVER, None)]))

    def line_extend_first(
        self, line: Line, foul_check: bool = True
    ) -> Tuple[Optional[Line], Optional[Point], bool]:
        """負方向に伸ばし、その先の自分の石ともつなぐ。だめなら (None, None, False)

        Grows a row at its back end; own stones beyond the new point belong to it then.
        foul_check なら、石のある点や禁じ手でも失敗とします（なければ盤の中かどうかだけを見ます）。
        With foul_check a point that is taken or a foul fails; without it only the edge does.
        """
        return self._extend(line, -1, foul_check)

    def line_extend_second(
        self, line: Line, foul_check: bool = True
    ) -> Tuple[Optional[Line], Optional[Point], bool]:
        """正方向に伸ばす / The same at the front end."""
        return self._extend(line, 1, foul_check)

    def available_extended_points(self, program_number: int, distance: int) -> List[Point]:
        """全ての連を両側に最大 distance 回伸ばして得られる点 / the points by which rows can grow

        石のある点や禁じ手に当たったら、その先へは伸ばしません。
        A row grows no further than to a point that is taken or a foul.
        """
        points = set()
        for line in self._lines(program_number):
            for sign in (-1, 1):
                grown: Optional[Line] = line
                for _ in range(distance):
                    grown, point, done = self._extend(grown, sign, True)
                    if not done:
                        break
                    points.add(point)
        return sorted(points)

    @property
    def me(self) -> int:
        """次に打つ人の番号 / the number of who moves next"""
        if not self.moves:
            return 1
        if len(self.moves) == 1:
            return self.moves[0].program_number + 1
        return self.moves[-2].program_number

    def opponent(self, program_number: int) -> int:
        """対戦相手の番号 / the number of the other player"""
        for move in self.moves:
            if move.program_number != program_number:
                return move.program_number
        if self.moves:
            return program_number + 1
        return 2 if program_number == 1 else 1

    def copy(self) -> "Table":
        """自分のコピー / a table of its own with the same moves and stones"""
        new = Table(self.moves)
        new.table = dict(self.table)
        return new

    def is_black(self, program_number: int) -> bool:
        """先手か。手がなければ誰でも True / whether a player moved first; True if nobody has"""
        return not self.moves or self.moves[0].program_number == program_number

    # ここから下は文書にない内部の関数です / What follows is not in the document.

    def _run(self, number: int, point: Point, direction: Direction) -> int:
        """point に置くとできる連の長さ / the length of the row that a stone would make"""
        dy, dx = direction.value
        length = 1
        for sign in (1, -1):
            y, x = point.y + sign * dy, point.x + sign * dx
            while self.table.get((y, x)) == number:  # type: ignore
                length += 1
                y, x = y + sign * dy, x + sign * dx
        return length

    def _makes_five(self, number: int, point: Point) -> bool:
        black = self.is_black(number)
        return any(_wins(self._run(number, point, direction), black) for direction in Direction)

    def _is_foul(self, number: int, point: Point) -> bool:
        if not self.is_black(number):
            return False
        lengths = [self._run(number, point, direction) for direction in Direction]
        if 5 in lengths:
            return False
        return max(lengths) > 5 or lengths.count(4) >= 2 or lengths.count(3) >= 2

    def _lines(self, number: int, least: int = 1) -> List[Line]:
        """least 以上の長さの連 / the rows of a player that are not shorter than least"""
        stone = self.table.get
        lines = []
        for point, owner in self.table.items():
            if owner != number:
                continue
            for direction in Direction:
                dy, dx = direction.value
                if stone((point.y - dy, point.x - dx)) == number:
                    continue  # もっと手前から始まる連 / the row begins before it
                y, x, length = point.y, point.x, 1
                while stone((y + dy, x + dx)) == number:
                    y, x, length = y + dy, x + dx, length + 1
                if length >= least:
                    lines.append(Line(direction, point, Point(y, x), number))
        return lines

    def _extend(self, line, sign, foul_check):
        """負（sign = -1）または正（1）の方向に伸ばす / grows a row backward (-1) or forward (1)"""
        number, stone = line.program_number, self.table.get
        dy, dx = (sign * step for step in line.direction.value)
        y, x = line.first if sign < 0 else line.second
        point = Point(y + dy, x + dx)
        if not _is_on_board(point):
            return None, None, False
        if foul_check and self.check_foul(Move(number, point)):
            return None, None, False
        y, x = point
        while stone((y + dy, x + dx)) == number:
            y, x = y + dy, x + dx
        if sign < 0:
            return Line(line.direction, Point(y, x), line.second, number), point, True
        return Line(line.direction, line.first, Point(y, x), number), point, True

    def _options_of_four(self, line: Line) -> List[Option]:
        """四は、片方の端で五になるか、両端でなるか / a four becomes five at one end, or at both"""
        black = self.is_black(line.program_number)
        ends = [self.line_extend_first(line, True), self.line_extend_second(line, True)]
        fives = [point for grown, point, done in ends if done and _wins(grown.length, black)]
        if len(fives) == 1:
            return [self._five(line.program_number, fives[0])]
        return [Option(OptionType.Checkmate, 1, point) for point in fives]

    def _options_of_shorter(self, line: Line) -> List[Option]:
        """三や二は、1つ足すと何になるか / three and two are what one stone more makes of them

        相手は1手で止めるので、その1手で止まるものは合わせて1つの脅威です。
        The opponent puts one stone: what this stone stops is one threat, however many ways.
        """
        number = line.program_number
        black = self.is_black(number)
        sides = []
        for sign in (-1, 1):
            grown, point, done = self._extend(line, sign, True)
            if done:
                # 次の石が禁じ手かどうかは、この石を置いてから分かる
                # Whether the next stone is a foul shows only with this one on the board.
                self.table[point] = number
                found = self.find_options(grown)
                five, beyond, _ = self._extend(grown, sign, True)
                del self.table[point]
                sides.append((grown, point, found, five, beyond))
        fives = sum(_wins(grown.length, black) for grown, *_ in sides)
        threatened = fives > 0
        options = []
        for grown, point, found, five, beyond in sides:
            best = found.max
            if best.type == OptionType.Win:
                if fives == 2:
                    options.append(Option(OptionType.Checkmate, 1, point))
                else:
                    options.append(self._five(number, point))
            elif best.type == OptionType.Checkmate:
                # 両端が要る形か / it needs both ends, unless the opponent may not stop it
                needs_both = len(found.options) > 1
                stopped = needs_both and threatened
                threatened = threatened or needs_both
                kind = OptionType.Winnable if stopped else OptionType.ToCheckmate
                options.append(Option(kind, best.win_to + 1, point))
            elif best.type == OptionType.ToCheckmate:
                options.append(Option(OptionType.Winnable, best.win_to + 1, point))
            elif grown.length > 4:
                continue
            else:
                options.append(Option(OptionType.Preferable, 5 - line.length, point))
            # 相手の打てない点をはさんで五になる / five around a point the opponent may not take
            if five and grown.length == 4 and _wins(five.length, black):
                if self.check_foul(Move(self.opponent(number), point)):
                    options.append(Option(OptionType.ToCheckmate, 2, beyond))
        return options

    def _five(self, number: int, point: Point) -> Option:
        """五になる点: 相手は止めるしかない / the opponent has to take it, if that is no foul"""
        stopped = not self.check_foul(Move(self.opponent(number), point))
        return Option(OptionType.ToCheckmate if stopped else OptionType.Checkmate, 1, point)

    def _all_options(self, number: int) -> OptionContainer:
        """全ての連の Option（Trash は除く）。同じ向きの連にはさまれた点は1つ

        All options of all rows but Trash; a point between two rows of one direction is one option.
        """
        options, seen = [], set()
        for line in self._lines(number, least=2):
            for option in self.find_options(line).options:
                key = (line.direction, option.point)
                if option.type != OptionType.Trash and (option.point is None or key not in seen):
                    seen.add(key)
                    options.append(option)
        return OptionContainer(*options)

    def _with(self, move: Move) -> "Table":
        new = self.copy()
        new.moves.append(move)
        new.table[move.point] = move.program_number
        return new

    def _choose(self, number: int, depth: int, best: int):
        """(値, 手, OptionContainer) / the value, the move and its options"""
        points = self._sensible_points(number)
        opponent = self.opponent(number)
        for point in points:
            if self._makes_five(number, point):
                return (_WON,) + self._look(number, point)[1:]
        stops = [point for point in points if self._makes_five(opponent, point)]
        if stops:
            points = stops[:1]
        else:
            points.sort(key=lambda point: -self._urgency(number, point))
        choices = []
        for point in points[: max(best, 1) if depth > 1 else 1]:
            value, move, options = self._look(number, point)
            if depth > 1 and value > -_WON:
                # 相手の手は、この手を打った盤で読む / the reply is looked for on the new table
                reply = self._with(move)._choose(opponent, depth - 1, best)
                if reply:
                    value = -reply[0]
            choices.append((value, move, options))
        return max(choices, key=lambda choice: choice[0], default=None)

    def _sensible_points(self, number: int) -> List[Point]:
        """読む価値のある点。中央に近い順 / the points worth a look, nearest to the middle first"""
        size = Config.TABLE_SIZE
        middle = Point((size - 1) // 2, (size - 1) // 2)
        points = set(self.available_extended_points(number, 2))
        points.update(self.available_extended_points(self.opponent(number), 2))
        points = {point for point in points if not self._is_foul(number, point)}
        if middle not in self.table and len(self.table) < 2:
            points = {middle}
        if not points:
            free = [p for p in _all_points() if p not in self.table]
            # 禁じ手しか残っていなければ、その中から / if nothing but fouls is left, one of those
            points = {p for p in free if not self._is_foul(number, p)} or set(free)

        def near(point):
            y, x = abs(point.y - middle.y), abs(point.x - middle.x)
            return max(y, x), y + x, point

        return sorted(points, key=near)

    def _urgency(self, number: int, point: Point) -> int:
        """その点の急ぎ具合: 自分が打つと何になり、相手が打つと何になるか

        How pressing a point is: what the player makes there, and what the opponent would.
        """
        attack = self._options_with(number, point)
        defence = self._options_with(self.opponent(number), point)
        pressing = 0
        for options, first in ((attack, 1), (defence, 0)):
            if options.winnable_with_skip:
                threats = [o.win_to for o in options.options if o.type >= OptionType.ToCheckmate]
                pressing = max(pressing, 2 * (5 - min(threats)) + first)
        return pressing * _PRESSING + attack.score + defence.score

    def _options_with(self, number: int, point: Point) -> OptionContainer:
        if self._is_foul(number, point):
            return OptionContainer()
        return self._with(Move(number, point))._all_options(number)

    def _look(self, number: int, point: Point):
        """1手の値、その手、その後の自分の Option / a move's worth as far as the rows tell"""
        move = Move(number, point)
        foul = self._is_foul(number, point)
        after = self._with(move)
        mine = after._all_options(number)
        theirs = after._all_options(self.opponent(number))
        return (-_WON if foul else _worth(mine, theirs)), move, mine


#: どんな点数の合計よりも大きい / more than any number of options adds up to
_WON = 10**12
_PRESSING = 10**10


def _worth(mine: OptionContainer, theirs: OptionContainer) -> int:
    """次が相手の番のとき、自分にとっての値 / what both players' options are worth to the first"""
    own, other = mine.max, theirs.max
    own_score, other_score = mine.score, theirs.score

    def threatens(option, within):
        return option.type >= OptionType.ToCheckmate and option.win_to <= within

    if own.type == OptionType.Win:
        return _WON
    if threatens(other, 1):
        return -_WON // 2  # 相手が五を作る / the opponent makes five
    if own.type == OptionType.Checkmate:
        return _WON // 2
    if threatens(own, 1) and mine.winnable_with_skip:
        return _WON // 4  # 四ともう1つ / a four and something else
    if threatens(other, 2) and not threatens(own, 1):
        return -_WON // 8 + own_score - other_score  # 相手が達四を作る / an open four
    if mine.winnable_with_skip and not threatens(other, 2):
        return _WON // 16 + own_score - other_score
    # 次は相手なので、相手の点数を少し重く見る / it is the opponent's turn
    return own_score - other_score - other_score // 4


def _wins(length: int, black: bool) -> bool:
    return length == 5 or (length > 5 and not black)


def _is_on_board(point: Point) -> bool:
    size = Config.TABLE_SIZE
    return 0 <= point.y < size and 0 <= point.x < size


def _all_points() -> List[Point]:
    size = range(Config.TABLE_SIZE)
    return [Point(y, x) for y in size for x in size]


def load_data(filename: str) -> Tuple[int, List[Move]]:
    """ファイルの総手数と手の列 / the number of moves that a file says it has, and its moves

    ファイルがない・空・`0,` は、まだ手がないことを表します。読めない内容は ValueError です。
    No file, an empty one and `0,` mean that nobody has moved. What cannot be read is a ValueError.
    """
    if not os.path.exists(filename):
        return 0, []
    with open(filename, encoding="utf-8") as file:
        text = file.read().strip()
    count_text, *fields = [field.strip() for field in text.split(",")] if text else ["0"]
    if fields and not fields[-1]:
        fields.pop()  # 最後のコンマ / a comma at the end
    count = _number(count_text, "総手数 / the number of moves")
    first = 1 if Config.TABLE_STARTS_WITH_ONE else 0
    moves = []
    for index, field in enumerate(fields):
        where = f"{index + 2} 番目の欄 / field {index + 2}"
        parts = field.split(";")
        if len(parts) != 3:
            raise ValueError(f"{where}: {field!r} は 番号;y;x ではありません / not player;y;x")
        number, y, x = (_number(part.strip(), where) for part in parts)
        point = Point(y - first, x - first)
        if not _is_on_board(point):
            raise ValueError(f"{where}: {field!r} は盤の外です / off the board")
        moves.append(Move(number, point))
    if count != len(moves):
        problem = (
            f"総手数は {count} ですが、手は {len(moves)} 個です"
            f" / it says {count} moves, but {len(moves)} follow"
        )
        if Config.RAISE_ON_CSV_COUNT_ERROR:
            raise ValueError(problem)
        warnings.warn(problem)
    return count, moves


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"{where}: {text!r} は数ではありません / not a number")
    return int(text)


def write_data(filename: str, table: Table) -> None:
    """手の列を書き込む。手がなければ `0,` / Writes a table's moves; `0,` if there are none."""
    first = 1 if Config.TABLE_STARTS_WITH_ONE else 0
    entries = (
        f"{move.program_number};{move.point.y + first};{move.point.x + first}"
        for move in table.moves
    )
    with open(filename, "w", encoding="utf-8") as file:
        file.write(f"{table.moves_count},{','.join(entries)}")
