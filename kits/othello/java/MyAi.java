import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * オセロAIのひな形（Java）/ A starter Othello AI in Java.
 *
 * <p>動かし方 / To run it: {@code java MyAi.java}
 * （速く起動するなら / to start faster: {@code javac MyAi.java}, {@code java MyAi}）
 *
 * <p>書き換えるのは choose だけです。/ The only method you need to edit is choose.
 *
 * <p>審判とのやりとり（標準入出力）/ The conversation with the judge, over stdin and stdout:
 *
 * <pre>
 * COLOR 1              あなたは黒（2 なら白）  / you are black (2: white)
 * MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
 * QUIT                 終わり                  / the game is over
 * </pre>
 *
 * <p>盤面は左上から右へ、上から下へ。0 は空き、1 は黒、2 は白です。
 * The board is written row by row from the top left: 0 empty, 1 black, 2 white.
 *
 * <p>標準出力に書いてよいのは手だけです。途中経過は debug() を使ってください。
 * stdout is only for moves. Use debug() for anything else.
 */
public class MyAi {
    private static final int EMPTY = 0;
    private static final int[][] DIRECTIONS = {
        {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}
    };

    /**
     * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
     *
     * @param board 64個の数（0 空き, 1 黒, 2 白）/ 64 numbers (0 empty, 1 black, 2 white)
     * @param me 自分の色（1 か 2）/ your colour (1 or 2)
     * @param legal 打てるマス（空ではない）/ the squares you can play, at least one
     * @return legal の中の1つ / one of legal
     */
    static int choose(int[] board, int me, List<Integer> legal) {
        // いまは「角があれば角、なければ一番たくさん返せるマス」。
        // For now: a corner if there is one, else the square that flips the most discs.
        int best = legal.get(0);
        int bestScore = -1;
        for (int square : legal) {
            int score = flips(board, me, square).size() + (isCorner(square) ? 100 : 0);
            if (score > bestScore) {
                best = square;
                bestScore = score;
            }
        }
        return best;
    }

    static boolean isCorner(int square) {
        return square == 0 || square == 7 || square == 56 || square == 63;
    }

    /** square に打つと返る石。打てなければ空 / The discs a move would flip; none if illegal. */
    static List<Integer> flips(int[] board, int me, int square) {
        List<Integer> flipped = new ArrayList<>();
        if (board[square] != EMPTY) {
            return flipped;
        }
        for (int[] direction : DIRECTIONS) {
            List<Integer> run = new ArrayList<>();
            int x = square % 8 + direction[0];
            int y = square / 8 + direction[1];
            // 相手の石が続くあいだ進む / walk over the opponent's discs
            while (isInside(x, y) && board[y * 8 + x] == 3 - me) {
                run.add(y * 8 + x);
                x += direction[0];
                y += direction[1];
            }
            // その先に自分の石があれば、はさんだことになる / one of ours at the end: trapped
            if (isInside(x, y) && board[y * 8 + x] == me) {
                flipped.addAll(run);
            }
        }
        return flipped;
    }

    static boolean isInside(int x, int y) {
        return 0 <= x && x < 8 && 0 <= y && y < 8;
    }

    /** 0 -> a1, 63 -> h8 */
    static String name(int square) {
        return "" + (char) ('a' + square % 8) + (char) ('1' + square / 8);
    }

    /** 途中経過を表示する（標準エラー出力へ）/ Prints to stderr, where the judge does not mind. */
    static void debug(String words) {
        System.err.println(words);
    }

    /** 審判への返事 / What we say to the judge. */
    static String answer(int[] board, int me) {
        List<Integer> legal = new ArrayList<>();
        for (int square = 0; square < 64; square++) {
            if (!flips(board, me, square).isEmpty()) {
                legal.add(square);
            }
        }
        // 打てるマスがなければ必ず pass と言う / with no legal square we have to say pass
        return legal.isEmpty() ? "pass" : name(choose(board, me, legal));
    }

    static int[] readBoard(String digits) {
        int[] board = new int[64];
        for (int square = 0; square < 64; square++) {
            board[square] = digits.charAt(square) - '0';
        }
        return board;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int me = 1;
        String line;
        while ((line = in.readLine()) != null) {
            line = line.trim();
            if (line.startsWith("COLOR ")) {
                me = Integer.parseInt(line.substring("COLOR ".length()));
            } else if (line.startsWith("MOVE BOARD:")) {
                int[] board = readBoard(line.substring("MOVE BOARD:".length()));
                System.out.println(answer(board, me));
                // flush を忘れると審判に届かないことがある / without flush it may never arrive
                System.out.flush();
            } else if (line.equals("QUIT")) {
                break;
            }
        }
    }
}
