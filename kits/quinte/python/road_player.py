"""What the sample players have in common: they build a road to a gate, tile by tile, and walk along it.

The strategy is in `chooseGate`, which each of them has for itself.
"""

from collections import deque

from quinte import CursorAction, Direction, PathSearch, Player, Point, RotateType, SoldierAction, TileType

PATIENCE = 120
"""After so many turns without reaching a gate another one is chosen."""

TURNS = {
    Direction.RIGHT: [((0, 0), RotateType.CLOCKWISE), ((0, -1), RotateType.ANTICLOCKWISE)],
    Direction.DOWN: [((-1, 0), RotateType.CLOCKWISE), ((0, 0), RotateType.ANTICLOCKWISE)],
    Direction.LEFT: [((-1, -1), RotateType.CLOCKWISE), ((-1, 0), RotateType.ANTICLOCKWISE)],
    Direction.UP: [((0, -1), RotateType.CLOCKWISE), ((-1, -1), RotateType.ANTICLOCKWISE)],
}
"""The two ways to push a tile in a direction: where the cursor is, seen from the tile, and how it turns."""


class RoadPlayer(Player):
    def __init__(self):
        self.gate = None
        self.age = 0
        self.last = None

    def chooseGate(self, info):
        """The gate to go for."""
        raise NotImplementedError

    def nextCursorAction(self, info):
        map, me = info.getMap(), info.getMyCountry()
        here, home = info.getMySoldier().getLocation(), map.getCenterGateLocation(me)
        isNew = here == home and self.last != home
        self.last = here
        self.age += 1
        if self.gate is None or isNew or self.age > PATIENCE:
            self.gate, self.age = self.chooseGate(info), 0
        if PathSearch.getNowReachablePath(map, here, self.gate, me):
            return None  # the road is there
        road = cellsOf(here, PathSearch.getReachablePath(map, here, self.gate))[:-1]
        built = []
        for missing in road:
            if map.getTile(missing).getOwner() is not me:
                return self.bringTile(info, missing, built)
            built.append(missing)
        return None

    def bringTile(self, info, missing, built):
        """Brings the tile of our colour that is the fewest turns away one turn nearer."""
        map, me = info.getMap(), info.getMyCountry()
        keepOff = built + [map.getSoldier(country).getLocation() for country in countries(info)]
        actions = {missing: None}
        queue = deque([missing])
        while queue:
            to = queue.popleft()
            if map.getTile(to).getOwner() is me:
                return actions[to]
            for direction in Direction:
                at = back(to, direction)
                if at in actions or map.getTile(at).getType() is not TileType.ROAD:
                    continue
                for (dx, dy), turn in TURNS[direction]:
                    cursor = Point(at.x + dx, at.y + dy)
                    if not any(isUnder(cursor, cell) for cell in keepOff):
                        actions[at] = CursorAction(turn, cursor)
                        queue.append(at)
                        break
        self.gate = None  # somebody is in the way everywhere: another plan
        return None

    def nextSoldierAction(self, info):
        map, me = info.getMap(), info.getMyCountry()
        here = info.getMySoldier().getLocation()
        gates = ([self.gate] if self.gate else []) + enemyGates(info)
        for gate in gates:
            path = PathSearch.getNowReachablePath(map, here, gate, me)
            if path:
                return SoldierAction.fromDirection(path[0])
        return SoldierAction.NONE


def enemies(info):
    return [info.getLeftCountry(), info.getOppositeCountry(), info.getRightCountry()]


def countries(info):
    return [info.getMyCountry()] + enemies(info)


def enemyGates(info):
    """The nine gates of the others."""
    map = info.getMap()
    find = [map.getCenterGateLocation, map.getLeftGateLocation, map.getRightGateLocation]
    return [gate(country) for country in enemies(info) for gate in find]


def cellsOf(start, path):
    """The cells that a path leads over, without the first."""
    cells = [start]
    for direction in path:
        cells.append(direction.moveFrom(cells[-1]))
    return cells[1:]


def back(point, direction):
    """The cell from which a direction leads to a point."""
    dx, dy = direction.value
    return Point(point.x - dx, point.y - dy)


def isUnder(cursor, cell):
    """Whether a cell is one of the four under a cursor."""
    return cell.x - cursor.x in (0, 1) and cell.y - cursor.y in (0, 1)
