import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * 連珠の盤を読む / Reads a renju board.
 *
 * <pre>"renju 15 h8h9i9"</pre>
 * ルール、盤の大きさ、打たれた手（黒から交互）/ rule, size, the moves so far, black first
 */
final class Board {
    private static final int[][] DIRECTIONS = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    private static final Pattern MOVE = Pattern.compile("[a-z]\\d+");

    final int size;
    final List<String> moves = new ArrayList<>();
    final char[][] stones;
    final char me;
    final char other;

    Board(String position) {
        String[] words = position.split(" ");
        size = Integer.parseInt(words[1]);
        stones = new char[size][size];
        Matcher matcher = MOVE.matcher(words.length > 2 ? words[2] : "");
        while (matcher.find()) {
            String move = matcher.group();
            stones[line(move)][column(move)] = moves.size() % 2 == 0 ? 'B' : 'W';
            moves.add(move);
        }
        me = moves.size() % 2 == 0 ? 'B' : 'W';
        other = me == 'B' ? 'W' : 'B';
    }

    /** "h8" -> 7 */
    static int column(String move) {
        return move.charAt(0) - 'a';
    }

    /** "h8" -> 7 */
    static int line(String move) {
        return Integer.parseInt(move.substring(1)) - 1;
    }

    /** B 黒、W 白、. 空き、盤の外は空白 / A space outside the board. */
    char at(int x, int y) {
        if (x < 0 || x >= size || y < 0 || y >= size) {
            return ' ';
        }
        return stones[y][x] == 0 ? '.' : stones[y][x];
    }

    /** まん中に近いほど大きい（0〜1）/ Greater near the middle, 0 to 1. */
    double middle(String move) {
        if (!MOVE.matcher(move).matches()) {
            return 0;
        }
        double half = (size - 1) / 2.0;
        double away = Math.max(Math.abs(column(move) - half), Math.abs(line(move) - half));
        return 1 - away / (half + 1);
    }

    /** who がそこに打つと何個並ぶか / How many would be in a row if who played there. */
    int row(String move, char who) {
        if (!MOVE.matcher(move).matches()) {
            return 0; // "black", "white", "more": 開局の選択 / a choice of an opening
        }
        int best = 0;
        for (int[] step : DIRECTIONS) {
            int count = 1;
            for (int sign = -1; sign <= 1; sign += 2) {
                int x = column(move) + sign * step[0];
                int y = line(move) + sign * step[1];
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
