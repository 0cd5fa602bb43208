import java.util.List;

/**
 * オセロAI。書き換えるのは choose だけです。
 * An Othello AI. The only function you need to edit is choose.
 */
public class MyAi {
    static final List<String> CORNERS = List.of("a1", "h1", "a8", "h8");
    static final List<String> BESIDE_A_CORNER =
            List.of("b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7");

    /**
     * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
     *
     * @param position 局面の文字列。new Board(position) で読める / the position as text; Board reads it
     * @param legal    できる手のリスト（空ではない）/ the legal moves, at least one
     * @param clock    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
     * @return legal の中の1つ / one of legal
     */
    static String choose(String position, List<String> legal, Kit.Clock clock) {
        Board board = new Board(position);
        // いまは「角がよい、角のとなりは悪い、あとは多く返せるマス」。
        // For now: corners are good, squares beside them bad, else turn over as many as possible.
        String best = legal.get(0);
        double most = Double.NEGATIVE_INFINITY;
        for (String move : legal) {
            double score = board.flips(move) + Math.random();
            score += CORNERS.contains(move) ? 100 : BESIDE_A_CORNER.contains(move) ? -20 : 0;
            if (score > most) {
                best = move;
                most = score;
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws java.io.IOException {
        {{Kit}}.run(arguments, MyAi::choose);
    }
}
