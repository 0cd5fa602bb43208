import java.util.List;

/**
 * 四目並べAI。書き換えるのは choose だけです。
 * A Four in a Row AI. The only function you need to edit is choose.
 */
public class MyAi {
    /**
     * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
     *
     * @param position 局面の文字列。new Board(position) で読める / the position as text; Board reads it
     * @param legal    石を落とせる列のリスト（空ではない）/ the columns you can play, at least one
     * @param clock    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
     * @return legal の中の1つ / one of legal
     */
    static String choose(String position, List<String> legal, Kit.Clock clock) {
        Board board = new Board(position);
        // いまは「4つ並ぶなら並べる、並べられそうなら防ぐ、あとは長く、まん中へ」。
        // For now: four in a row if we can, stop the other's, else long rows near the middle.
        String best = legal.get(0);
        double most = Double.NEGATIVE_INFINITY;
        for (String move : legal) {
            int mine = board.row(move, board.me);
            int middle = 3 - Math.abs(move.charAt(0) - 'd');
            double score = mine * 2 + middle + Math.random();
            score += mine >= 4 ? 1000 : board.row(move, board.other) >= 4 ? 100 : 0;
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
