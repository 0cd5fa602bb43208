import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;

/**
 * QUINTE のマップを読む / Reads a QUINTE map.
 *
 * <pre>"ROWS turn=0/1000 super=850 move=R first=R scores=… soldiers=8,16;0,8;8,0;16,8 cursors=…"</pre>
 * 15×15のタイル（R 赤、B 青、G 緑、Y 黄、. 灰）。国の順は 赤（下）青（左）緑（上）黄（右）
 * 15 rows of tiles; countries in the order red (bottom), blue (left), green (top), yellow (right)
 */
final class Board {
    private static final String COUNTRIES = "RBGY";
    private static final String[] STEPS = {"up", "down", "left", "right"};
    private static final int[][] MOVES = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    // タイルを押す2つの方法：タイルから見たカーソルの位置（1つ目は cw、2つ目は ccw）
    // The two ways to push a tile: where the cursor is, seen from the tile, to turn it cw and ccw.
    private static final int[][][] PUSHES = {
        {{0, -1}, {-1, -1}}, {{-1, 0}, {0, 0}}, {{-1, -1}, {-1, 0}}, {{0, 0}, {0, -1}}
    };
    private static final Set<Integer> GATES = Set.of(4, 7, 8, 9, 12);

    /** マス / A cell. */
    static final class Cell {
        final int x;
        final int y;

        Cell(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cell && ((Cell) other).x == x && ((Cell) other).y == y;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, y);
        }
    }

    final String[] rows;
    final char me;
    final int turn;
    final Map<Character, Cell> soldiers = new HashMap<>();
    final Map<Character, Integer> scores = new HashMap<>();

    Board(String position) {
        String[] words = position.split(" ");
        Map<String, String> facts = new HashMap<>();
        for (String word : words) {
            int sign = word.indexOf('=');
            if (sign > 0) {
                facts.put(word.substring(0, sign), word.substring(sign + 1));
            }
        }
        rows = words[0].split("/");
        me = facts.get("move").charAt(0);
        turn = Integer.parseInt(facts.get("turn").split("/")[0]);
        String[] places = facts.get("soldiers").split(";");
        String[] points = facts.get("scores").split(";");
        for (int i = 0; i < 4; i++) {
            // "8,15<8,16": 8,15 にいて、前は 8,16 / is at 8,15 and was at 8,16
            String[] place = places[i].split("<")[0].split(",");
            char country = COUNTRIES.charAt(i);
            soldiers.put(country, new Cell(Integer.parseInt(place[0]), Integer.parseInt(place[1])));
            scores.put(country, Integer.parseInt(points[i]));
        }
    }

    /** タイルの色。壁や門は空白 / The colour of a tile; a space for walls and gates. */
    char at(int x, int y) {
        return x >= 1 && x <= 15 && y >= 1 && y <= 15 ? rows[y - 1].charAt(x - 1) : ' ';
    }

    char at(Cell cell) {
        return at(cell.x, cell.y);
    }

    /** 門ならその国、でなければ空白 / Whose gate it is, or a space. */
    char gate(Cell cell) {
        if (cell.y == 16 && GATES.contains(cell.x)) {
            return 'R';
        } else if (cell.x == 0 && GATES.contains(cell.y)) {
            return 'B';
        } else if (cell.y == 0 && GATES.contains(cell.x)) {
            return 'G';
        }
        return cell.x == 16 && GATES.contains(cell.y) ? 'Y' : ' ';
    }

    /** 敵の門への一番安い道（マスのリスト）/ The cheapest road to an enemy's gate, as cells. */
    List<Cell> road() {
        Cell start = soldiers.get(me);
        Map<Cell, Integer> cost = new HashMap<>(Map.of(start, 0));
        Map<Cell, Cell> before = new HashMap<>();
        Queue<Cell> queue = new ArrayDeque<>(List.of(start));
        Cell best = null;
        while (!queue.isEmpty()) {
            Cell cell = queue.remove();
            for (int[] step : MOVES) {
                Cell to = new Cell(cell.x + step[0], cell.y + step[1]);
                boolean isGate = gate(to) != ' ';
                boolean isClosed = !isGate || gate(to) == me || at(cell) == ' ';
                if (at(to) == ' ' && isClosed) {
                    continue;
                }
                // 自分の色でないタイルは運んでくるので高い / other tiles have to be replaced first
                int price = cost.get(cell) + (isGate || at(to) == me ? 1 : 4);
                if (price >= cost.getOrDefault(to, 9999)) {
                    continue;
                }
                cost.put(to, price);
                before.put(to, cell);
                if (!isGate) {
                    queue.add(to);
                } else if (best == null || price < cost.get(best)) {
                    best = to;
                }
            }
        }
        LinkedList<Cell> road = new LinkedList<>();
        for (Cell cell = best; cell != null && !cell.equals(start); cell = before.get(cell)) {
            road.addFirst(cell);
        }
        return road;
    }

    /** 道があれば進む向き、なければ - / Where the soldier goes; "-" if the road is not laid. */
    String step(List<Cell> road) {
        if (!road.isEmpty() && (at(road.get(0)) == me || gate(road.get(0)) != ' ')) {
            Cell here = soldiers.get(me);
            for (int i = 0; i < 4; i++) {
                if (new Cell(here.x + MOVES[i][0], here.y + MOVES[i][1]).equals(road.get(0))) {
                    return STEPS[i];
                }
            }
        }
        return "-";
    }

    /** 足りないタイルを1歩近づけるカーソル / The cursor that brings the missing tile nearer. */
    String bring(List<Cell> road, Set<String> orders) {
        int missing = 0;
        while (missing < road.size() && (at(road.get(missing)) == me || at(road.get(missing)) == ' ')) {
            missing += 1;
        }
        if (missing == road.size()) {
            return "-";
        }
        List<Cell> laid = road.subList(0, missing);
        Set<Cell> seen = new HashSet<>(Set.of(road.get(missing)));
        Queue<Cell> queue = new ArrayDeque<>(seen);
        while (!queue.isEmpty()) {
            Cell to = queue.remove();
            for (int i = 0; i < 4; i++) {
                Cell from = new Cell(to.x - MOVES[i][0], to.y - MOVES[i][1]);
                if (seen.contains(from) || at(from) == ' ') {
                    continue;
                }
                for (int turn = 0; turn < 2; turn++) {
                    int x = from.x + PUSHES[i][turn][0];
                    int y = from.y + PUSHES[i][turn][1];
                    // 道をこわさない / never break what is laid
                    if (laid.stream().anyMatch(c -> c.x >= x && c.x <= x + 1 && c.y >= y && c.y <= y + 1)) {
                        continue;
                    }
                    String order = (turn == 0 ? "cw@" : "ccw@") + x + "," + y;
                    if (at(from) == me && orders.contains(order + " -")) {
                        return order;
                    } else if (at(from) != me && seen.add(from)) {
                        queue.add(from);
                    }
                }
            }
        }
        return "-";
    }
}
