import java.util.ArrayList;
import java.util.List;

/**
 * オセロの盤を読む / Reads an Othello board.
 *
 * <pre>"---------------------------OX------XO--------------------------- X"</pre>
 * a1 から h8 まで64文字（X 黒、O 白、- 空き）、次に打つ色 / 64 squares from a1 to h8, then who is to move
 */
final class Board {
    private static final int[][] DIRECTIONS = {
        {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}
    };

    final String cells;
    final char me;
    final char other;

    Board(String position) {
        String[] words = position.split(" ");
        cells = words[0];
        me = words[1].charAt(0);
        other = me == 'X' ? 'O' : 'X';
    }

    /** x, y は 0〜7。盤の外は空白 / x and y from 0 to 7; a space off the board. */
    char at(int x, int y) {
        return x >= 0 && x < 8 && y >= 0 && y < 8 ? cells.charAt(y * 8 + x) : ' ';
    }

    /** その手で返る石の数 / How many discs the move turns over. */
    int flips(String move) {
        if (move.equals("pass")) {
            return 0;
        }
        int column = move.charAt(0) - 'a';
        int row = move.charAt(1) - '1';
        if (at(column, row) != '-') {
            return 0;
        }
        int total = 0;
        for (int[] step : DIRECTIONS) {
            int count = 0;
            while (at(column + step[0] * (count + 1), row + step[1] * (count + 1)) == other) {
                count += 1;
            }
            if (at(column + step[0] * (count + 1), row + step[1] * (count + 1)) == me) {
                total += count;
            }
        }
        return total;
    }

    /** できる手。なければ pass だけ / The legal moves; only pass if there is none. */
    List<String> legal() {
        List<String> moves = new ArrayList<>();
        for (char row = '1'; row <= '8'; row++) {
            for (char column = 'a'; column <= 'h'; column++) {
                String move = "" + column + row;
                if (flips(move) > 0) {
                    moves.add(move);
                }
            }
        }
        return moves.isEmpty() ? List.of("pass") : moves;
    }
}
