"""QUINTE for Python: the contest's API, and the conversation with the referee.

An AI is one class:

    from quinte import CursorAction, Player, RotateType, SoldierAction, start

    class MyPlayer(Player):
        def nextCursorAction(self, info):
            return CursorAction(RotateType.CLOCKWISE, 6, 13)

        def nextSoldierAction(self, info):
            return SoldierAction.UP

    if __name__ == "__main__":
        start(MyPlayer())

The names are those of the contest's Java API. Your country is always at the bottom of the map, whatever its
colour. Returning None means: no order. An exception is printed to stderr, and there is no order in that turn.

The objects stay the same for the whole game and change with it: `info.getMap()` of the first turn still shows the
map of today, and countries can be compared with `is`.
"""

import sys
import traceback
from collections import deque
from enum import Enum
from typing import NamedTuple

SIZE = 17
"""The map has 17 x 17 cells: 15 x 15 tiles, and the wall with the gates around them."""


class Point(NamedTuple):
    """A cell of the map: x to the right, y down, (0, 0) in the top left corner."""

    x: int
    y: int

    @staticmethod
    def create(x, y):
        return Point(x, y)

    def add(self, other):
        return Point(self.x + other.x, self.y + other.y)


class Direction(Enum):
    """A way to go."""

    RIGHT = (1, 0)
    UP = (0, -1)
    LEFT = (-1, 0)
    DOWN = (0, 1)

    def moveFrom(self, point):
        """The cell next to `point` in this direction."""
        return Point(point.x + self.value[0], point.y + self.value[1])


class RotateType(Enum):
    """How the cursor turns the four tiles in it."""

    CLOCKWISE = "CLOCKWISE"
    ANTICLOCKWISE = "ANTICLOCKWISE"
    NONE = "NONE"


class SoldierAction(Enum):
    """Where the soldier goes."""

    UP = "UP"
    DOWN = "DOWN"
    RIGHT = "RIGHT"
    LEFT = "LEFT"
    NONE = "NONE"

    @staticmethod
    def fromDirection(direction):
        """The action for a direction; NONE for None."""
        return SoldierAction.NONE if direction is None else SoldierAction[direction.name]

    def toDirection(self):
        """The direction of the action; None for NONE."""
        return None if self is SoldierAction.NONE else Direction[self.name]


class CursorAction:
    """An order to the cursor: CursorAction(type, x, y), CursorAction(type, point), or CursorAction(type) to turn
    the tiles where the cursor is. The position is that of the top left of the four tiles."""

    def __init__(self, type, x=None, y=None):
        self._type = type
        self._location = x if x is None or isinstance(x, Point) else Point(x, y)

    def getType(self):
        return self._type

    def getLocation(self):
        """The position; None if the cursor stays where it is."""
        return self._location

    def getX(self):
        return self._location.x

    def getY(self):
        return self._location.y

    def __repr__(self):
        return f"CursorAction({self._type.name}, {self._location})"


class TileType(Enum):
    """What a cell of the map is."""

    ROAD = "ROAD"
    WALL = "WALL"
    BIG_GATE = "BIG_GATE"
    SMALL_GATE = "SMALL_GATE"


class CountryInfo:
    """A country. `number` is 0 for you, 1 for the country on your left, 2 opposite, 3 on your right."""

    def __init__(self, number):
        self.number = number
        self._score = 0
        self._player = number + 1

    def getScore(self):
        return self._score

    def getPlayerNumber(self):
        """Its place in the order of each turn: 1 acts first, 4 last."""
        return self._player

    def __repr__(self):
        return ["my country", "left country", "opposite country", "right country"][self.number]


class SoldierInfo:
    """A soldier."""

    def __init__(self, country, info):
        self._country = country
        self._info = info
        self._location = Point(0, 0)

    def getLocation(self):
        return self._location

    def getOwner(self):
        return self._country

    def isSuper(self):
        """Whether it is a super soldier, whose attacks count double."""
        return self._info.getTime() >= self._info.getSuperTime()


class TileInfo:
    """A cell of the map."""

    def __init__(self, map, location, type, owner):
        self._map = map
        self._location = location
        self._type = type
        self._owner = owner

    def getLocation(self):
        return self._location

    def getType(self):
        return self._type

    def getOwner(self):
        """The country whose colour the tile has, or whose gate it is; None for gray tiles and the wall."""
        return self._owner

    def isGate(self):
        return self._type in (TileType.BIG_GATE, TileType.SMALL_GATE)

    def isRotatable(self):
        """Whether it is a tile, and no soldier stands on it."""
        return self._type is TileType.ROAD and not self._map._hasSoldier(self._location)

    def isMovable(self):
        """Whether your soldier may go there: a tile of your colour, or a gate of somebody else."""
        mine = self._owner is self._map._countries[0]
        return mine if self._type is TileType.ROAD else self.isGate() and not mine


class MapInfo:
    """The map."""

    def __init__(self, countries, info):
        self._countries = countries
        self._soldiers = [SoldierInfo(country, info) for country in countries]
        self._cursors = [Point(0, 0) for _ in countries]
        self._tiles = {}
        for x in range(SIZE):
            for y in range(SIZE):
                at = Point(x, y)
                self._tiles[at] = TileInfo(self, at, *self._ground(at))

    def _ground(self, at):
        """What a cell is, and whose, before anything is known of the tiles."""
        if 0 < at.x < SIZE - 1 and 0 < at.y < SIZE - 1:
            return TileType.ROAD, None
        sides = {at.y == SIZE - 1: 0, at.x == 0: 1, at.y == 0: 2, at.x == SIZE - 1: 3}
        along = at.x if at.y in (0, SIZE - 1) else at.y
        if along in (7, 8, 9):
            return TileType.BIG_GATE, self._countries[sides[True]]
        if along in (4, 12):
            return TileType.SMALL_GATE, self._countries[sides[True]]
        return TileType.WALL, None

    def getSize(self):
        """The width and the height: 17."""
        return SIZE

    def getTile(self, x, y=None):
        """The cell at a point, or at x and y; None outside of the map."""
        return self._tiles.get(x if y is None else (x, y))

    def getSoldier(self, country):
        return self._soldiers[country.number]

    def getCursorLocation(self, country):
        """The top left tile under a country's cursor."""
        return self._cursors[country.number]

    def getCenterGateLocation(self, country):
        """The middle of a country's big gate."""
        return _turned(Point(8, SIZE - 1), country)

    def getLeftGateLocation(self, country):
        """The small gate on the left, as the country itself sees it."""
        return _turned(Point(4, SIZE - 1), country)

    def getRightGateLocation(self, country):
        """The small gate on the right, as the country itself sees it."""
        return _turned(Point(12, SIZE - 1), country)

    def canRotate(self, x, y=None):
        """Whether you can turn the tiles there: no soldier is among them, and one of them has your colour.
        Nothing changes if all have one colour, nor in a corner, where there is a single tile."""
        cells = self._cells(x, y)
        if cells is None or any(self._hasSoldier(cell) for cell in cells):
            return False
        return any(tile._owner is self._countries[0] for tile in self._roads(cells))

    def isAllOwnedInCursor(self, x, y=None):
        """Whether all tiles there have your colour, so that turning them changes nothing."""
        cells = self._cells(x, y)
        return cells is None or all(tile._owner is self._countries[0] for tile in self._roads(cells))

    def _cells(self, x, y):
        """The four cells under a cursor, clockwise from the top left; None if it is not on the map."""
        x, y = x if y is None else (x, y)
        if not (0 <= x < SIZE - 1 and 0 <= y < SIZE - 1):
            return None
        return [Point(x, y), Point(x + 1, y), Point(x + 1, y + 1), Point(x, y + 1)]

    def _roads(self, cells):
        tiles = [self._tiles[cell] for cell in cells]
        return [tile for tile in tiles if tile._type is TileType.ROAD]

    def _hasSoldier(self, at):
        return any(soldier._location == at for soldier in self._soldiers)

    def _carryOut(self, action):
        """Shows the soldier what the cursor has just done: it is the cursor's turn first."""
        at = action.getLocation() or self._cursors[0]
        cells = self._cells(at, None)
        if cells is None:
            return
        # It goes there even if it cannot turn the tiles.
        self._cursors[0] = at
        if action.getType() is RotateType.NONE or not self.canRotate(at):
            return
        tiles = self._roads(cells)
        owners = [tile._owner for tile in tiles]
        # Every tile takes the colour of the one before it; two tiles beside a wall just change places.
        step = -1 if action.getType() is RotateType.CLOCKWISE else 1
        for number, tile in enumerate(tiles):
            tile._owner = owners[(number + step) % len(tiles)]


def _turned(point, country):
    """Where something at the bottom is for a country that sees it there: a quarter turn for each number."""
    for _ in range(country.number):
        point = Point(SIZE - 1 - point.y, point.x)
    return point


class GameInfo:
    """The game, as you see it."""

    def __init__(self):
        self._countries = [CountryInfo(number) for number in range(4)]
        self._map = MapInfo(self._countries, self)
        self._time = 0
        self._turns = 1000
        self._super = 850
        self._color = ""
        self._limit = None

    def getMap(self):
        return self._map

    def getMyCountry(self):
        return self._countries[0]

    def getLeftCountry(self):
        return self._countries[1]

    def getOppositeCountry(self):
        return self._countries[2]

    def getRightCountry(self):
        return self._countries[3]

    def getPlayerNumber(self):
        """Your place in the order of each turn: 1 acts first, 4 last."""
        return self._countries[0].getPlayerNumber()

    def getCountries(self):
        """All countries in the order in which they act in a turn."""
        return sorted(self._countries, key=CountryInfo.getPlayerNumber)

    def getMySoldier(self):
        return self._map.getSoldier(self._countries[0])

    def getTime(self):
        """How many turns are over."""
        return self._time

    def getEndTime(self):
        """How many turns the game has."""
        return self._turns

    def getSuperTime(self):
        """After how many turns soldiers become super soldiers."""
        return self._super

    def getColor(self):
        """Your colour: red, blue, green or yellow."""
        return self._color

    def getTimeLimit(self):
        """The milliseconds for each turn; None if there is no limit."""
        return self._limit


class PathSearch:
    """Roads from one cell to another, as lists of directions; empty if there is none."""

    @staticmethod
    def getReachablePath(map, start, goal):
        """A shortest way over tiles of any colour: where a road could be built."""
        return PathSearch._search(start, goal, lambda at: map.getTile(at).getType() is TileType.ROAD)

    @staticmethod
    def getNowReachablePath(map, start, goal, country):
        """A shortest way over tiles of a country's colour: where its soldier can go now."""

        def isOpen(at):
            tile = map.getTile(at)
            return tile.getType() is TileType.ROAD and tile.getOwner() is country

        return PathSearch._search(start, goal, isOpen)

    @staticmethod
    def _search(start, goal, isOpen):
        cameBy = {start: None}
        queue = deque([start])
        while queue:
            at = queue.popleft()
            if at == goal:
                path = []
                while cameBy[at] is not None:
                    direction, at = cameBy[at]
                    path.append(direction)
                return path[::-1]
            for direction in Direction:
                to = direction.moveFrom(at)
                isInside = 0 <= to.x < SIZE and 0 <= to.y < SIZE
                if isInside and to not in cameBy and (to == goal or isOpen(to)):
                    cameBy[to] = (direction, at)
                    queue.append(to)
        return []


class Player:
    """Your AI: make a class of your own from this one."""

    def nextCursorAction(self, info):
        """What the cursor does in this turn: a CursorAction, or None."""
        return None

    def nextSoldierAction(self, info):
        """What the soldier does in this turn, after the cursor: a SoldierAction, or None."""
        return None


def start(player):
    """Plays one game over stdin and stdout. What the AI prints goes to stderr, so that it disturbs nobody."""
    out, sys.stdout = sys.stdout, sys.stderr
    info = GameInfo()
    for line in sys.stdin:
        answer = _hear(player, info, line.split())
        if answer:
            out.write(answer + "\n")
            out.flush()


def _hear(player, info, words):
    """What to answer to a line of the referee, if anything; docs/protocols/quinte.md describes the lines."""
    map, countries = info._map, info._countries
    word, rest = (words[0], words[1:]) if words else ("", [])
    if word == "quinte":
        facts = dict(zip(rest[1::2], rest[2::2]))
        info._color = facts["color"]
        for country in countries:
            country._player = (int(facts["player"]) - 1 + country.number) % 4 + 1
        info._turns, info._super = int(facts["turns"]), int(facts["super"])
        info._limit = None if facts["ms"] == "-" else int(facts["ms"])
        return "ready"
    if word == "map":
        for y, row in enumerate(rest[0].split("/"), 1):
            for x, sign in enumerate(row, 1):
                map._tiles[(x, y)]._owner = None if sign == "." else countries[int(sign)]
    elif word == "scores":
        for country, score in zip(countries, rest):
            country._score = int(score)
    elif word == "soldiers":
        for soldier, location in zip(map._soldiers, _points(rest)):
            soldier._location = location
    elif word == "cursors":
        map._cursors = _points(rest)
    elif word == "turn":
        info._time = int(rest[0])
        return f"order {rest[0]} {_cursor(player, info)} {_soldier(player, info)}"
    return None


def _points(words):
    return [Point(int(x), int(y)) for x, y in zip(words[::2], words[1::2])]


def _cursor(player, info):
    try:
        action = player.nextCursorAction(info)
        if action is None:
            return "NONE"
        at = action.getLocation()
        text = action.getType().name + ("" if at is None else f" {at.x} {at.y}")
        info._map._carryOut(action)
        return text
    except Exception:
        traceback.print_exc()
        return "NONE"


def _soldier(player, info):
    try:
        action = player.nextSoldierAction(info)
        return "NONE" if action is None else action.name
    except Exception:
        traceback.print_exc()
        return "NONE"
