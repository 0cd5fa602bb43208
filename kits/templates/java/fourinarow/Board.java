/**
 * 四目並べの盤を読む / Reads a Four in a Row grid.
 *
 * <pre>"......./......./......./......./...Y.../...RR.."</pre>
 * 上の段から6段（R 赤、Y 黄、. 空き）。赤が先手 / six rows from the top; red begins
 */
final class Board {
    private static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    final String[] rows;
    final char me;
    final char other;

    Board(String position) {
        rows = position.split("/");
        long reds = position.chars().filter(disc -> disc == 'R').count();
        long yellows = position.chars().filter(disc -> disc == 'Y').count();
        me = reds == yellows ? 'R' : 'Y';
        other = reds == yellows ? 'Y' : 'R';
    }

    /** x は左から 0〜6、y は上から 0〜5。盤の外は空白 / x from the left, y from the top; a space outside. */
    char at(int x, int y) {
        return x >= 0 && x < 7 && y >= 0 && y < 6 ? rows[y].charAt(x) : ' ';
    }

    /** who がその列に落とすと何個並ぶか / How many would be in a row if who played there. */
    int row(String move, char who) {
        int column = move.charAt(0) - 'a';
        int height = 5;
        while (height > 0 && at(column, height) != '.') {
            height -= 1;
        }
        int best = 0;
        for (int[] step : DIRECTIONS) {
            int count = 1;
            for (int sign = -1; sign <= 1; sign += 2) {
                int x = column + sign * step[0];
                int y = height + sign * step[1];
                while (at(x, y) == who) {
                    count += 1;
                    x += sign * step[0];
                    y += sign * step[1];
                }
            }
            best = Math.max(best, count);
        }
        return best;
    }
}
