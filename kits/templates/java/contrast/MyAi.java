import java.util.List;

/**
 * コントラストAI。書き換えるのは choose だけです。
 * A Contrast AI. The only function you need to edit is choose.
 */
public class MyAi {
    /**
     * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
     *
     * @param position 局面の文字列。new Board(position) で読める / the position as text; Board reads it
     * @param legal    指せる手のリスト（空ではない）/ the legal moves, at least one
     * @param clock    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
     * @return legal の中の1つ / one of legal
     */
    static String choose(String position, List<String> legal, Kit.Clock clock) {
        Board board = new Board(position);
        // いまは「相手の段に着くなら着く、あとは一番前の駒をさらに前へ。タイルは置かない」。
        // For now: reach the far row if we can, else move the foremost piece on, without a tile.
        String best = legal.get(0);
        double most = Double.NEGATIVE_INFINITY;
        for (String move : legal) {
            double score = board.advance(move) * 10 - board.rowsLeft(move) + Math.random();
            score += board.rowsLeft(move) == 0 ? 1000 : 0;
            score -= move.contains(" ") ? 1 : 0;
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
