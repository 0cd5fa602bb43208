import java.util.List;

/**
 * 連珠・五目並べAI。書き換えるのは choose だけです。
 * A renju AI. The only function you need to edit is choose.
 */
public class MyAi {
    /**
     * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
     *
     * @param position 局面の文字列。new Board(position) で読める / the position as text; Board reads it
     * @param legal    打てる点のリスト（空ではない。黒の禁手も含む）/ the moves, at least one; fouls are among them
     * @param clock    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
     * @return legal の中の1つ / one of legal
     */
    static String choose(String position, List<String> legal, Kit.Clock clock) {
        Board board = new Board(position);
        // いまは「五を作る、相手の五を止める、相手の四を止める、あとは自分の石を長くつなぐ」。
        // For now: make five, stop the other's five or four, else make our own rows longer.
        String best = legal.get(0);
        double most = Double.NEGATIVE_INFINITY;
        for (String move : legal) {
            int mine = board.row(move, board.me);
            int theirs = board.row(move, board.other);
            double score = mine * 8 + board.middle(move) + Math.random();
            score += theirs >= 5 ? 500 : theirs == 4 ? 20 : 0;
            // 黒の長連は反則 / more than five is a foul for black
            score += mine == 5 ? 1000 : mine > 5 ? -2000 : 0;
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
