/**
 * コントラストの盤を読む / Reads a Contrast board.
 *
 * <pre>"22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150"</pre>
 * 駒（a5 から e1 まで）、タイル（b 黒、g グレー）、手番、手持ちの黒とグレー（1、2の順）
 * pieces from a5 to e1, tiles (b black, g gray), who is to move, black and gray tiles in hand of 1 and 2
 */
final class Board {
    final String cells;
    final String tiles;
    final char me;
    final char other;

    Board(String position) {
        String[] words = position.split(" ");
        cells = words[0];
        tiles = words[1];
        me = words[2].charAt(0);
        other = me == '1' ? '2' : '1';
    }

    private static int place(String square) {
        return ('5' - square.charAt(1)) * 5 + (square.charAt(0) - 'a');
    }

    /** そのマスの駒（1、2、なければ -）/ The piece on a square such as c3. */
    char at(String square) {
        return cells.charAt(place(square));
    }

    /** そのマスのタイル（b、g、白は -）/ The tile on a square. */
    char tile(String square) {
        return tiles.charAt(place(square));
    }

    /** 動かした駒はあと何段で着くか / How many rows the piece has still to go after the move. */
    int rowsLeft(String move) {
        return me == '1' ? '5' - move.charAt(4) : move.charAt(4) - '1';
    }

    /** その手で何段進むか / How many rows the move goes forward. */
    int advance(String move) {
        int rows = move.charAt(4) - move.charAt(1);
        return me == '1' ? rows : -rows;
    }
}
