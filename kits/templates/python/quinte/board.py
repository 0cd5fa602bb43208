"""QUINTE のマップを読む / Reads a QUINTE map.

    "ROWS turn=0/1000 super=850 move=R first=R scores=… soldiers=8,16;0,8;8,0;16,8 cursors=…"
    15×15のタイル（R 赤、B 青、G 緑、Y 黄、. 灰）。国の順は 赤（下）青（左）緑（上）黄（右）
    15 rows of tiles; countries in the order red (bottom), blue (left), green (top), yellow (right)
"""

from collections import deque

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
# タイルを押す2つの方法：タイルから見たカーソルの位置と回し方
# The two ways to push a tile: where the cursor is, seen from the tile, and how it turns.
PUSHES = {
    "right": [("cw", 0, 0), ("ccw", 0, -1)],
    "down": [("cw", -1, 0), ("ccw", 0, 0)],
    "left": [("cw", -1, -1), ("ccw", -1, 0)],
    "up": [("cw", 0, -1), ("ccw", -1, -1)],
}
GATES = (4, 7, 8, 9, 12)


class Board:
    def __init__(self, position):
        words = position.split()
        facts = dict(word.split("=") for word in words[1:])
        self.rows = words[0].split("/")
        self.me = facts["move"]
        self.turn = int(facts["turn"].split("/")[0])
        # "8,15<8,16": 8,15 にいて、前は 8,16 / is at 8,15 and was at 8,16
        places = [place.split("<")[0] for place in facts["soldiers"].split(";")]
        self.soldiers = {who: tuple(map(int, place.split(","))) for who, place in zip("RBGY", places)}
        self.scores = dict(zip("RBGY", map(int, facts["scores"].split(";"))))

    def at(self, x, y):
        """タイルの色。壁や門は空文字 / The colour of a tile; "" for walls and gates."""
        return self.rows[y - 1][x - 1] if 1 <= x <= 15 and 1 <= y <= 15 else ""

    def gate(self, x, y):
        """門ならその国、でなければ空文字 / Whose gate it is, or ""."""
        sides = [("R", y == 16, x), ("B", x == 0, y), ("G", y == 0, x), ("Y", x == 16, y)]
        return next((who for who, there, place in sides if there and place in GATES), "")

    def road(self):
        """敵の門への一番安い道（マスのリスト）/ The cheapest road to an enemy's gate, as cells."""
        start = self.soldiers[self.me]
        cost, before, queue, best = {start: 0}, {}, deque([start]), None
        while queue:
            cell = queue.popleft()
            for dx, dy in STEPS.values():
                to = cell[0] + dx, cell[1] + dy
                tile, gate = self.at(*to), self.gate(*to)
                if not tile and (not gate or gate == self.me or not self.at(*cell)):
                    continue
                # 自分の色でないタイルは運んでくるので高い / other tiles have to be replaced first
                price = cost[cell] + (1 if gate or tile == self.me else 4)
                if price < cost.get(to, 9999):
                    cost[to], before[to] = price, cell
                    if gate:
                        best = to if best is None or price < cost[best] else best
                    else:
                        queue.append(to)
        road = []
        while best is not None and best != start:
            road.append(best)
            best = before[best]
        return road[::-1]

    def step(self, road):
        """道があれば進む向き、なければ - / Where the soldier goes; "-" if the road is not laid."""
        if not road or (self.at(*road[0]) != self.me and not self.gate(*road[0])):
            return "-"
        here = self.soldiers[self.me]
        delta = road[0][0] - here[0], road[0][1] - here[1]
        return next(name for name, step in STEPS.items() if step == delta)

    def bring(self, road, orders):
        """足りないタイルを1歩近づけるカーソル / The cursor that brings the missing tile nearer."""
        missing = next((i for i, cell in enumerate(road) if self.at(*cell) not in ("", self.me)), None)
        if missing is None:
            return "-"
        laid, seen, queue = road[:missing], {road[missing]}, deque([road[missing]])
        while queue:
            to = queue.popleft()
            for name, (dx, dy) in STEPS.items():
                x, y = to[0] - dx, to[1] - dy
                if (x, y) in seen or not self.at(x, y):
                    continue
                for turn, left, top in PUSHES[name]:
                    cx, cy = x + left, y + top
                    if any(0 <= lx - cx <= 1 and 0 <= ly - cy <= 1 for lx, ly in laid):
                        continue  # 道をこわさない / never break what is laid
                    if (x, y) not in seen and self.at(x, y) != self.me:
                        seen.add((x, y))
                        queue.append((x, y))
                    if self.at(x, y) == self.me and f"{turn}@{cx},{cy} -" in orders:
                        return f"{turn}@{cx},{cy}"
        return "-"
