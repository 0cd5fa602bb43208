import java.util.List;
import java.util.Set;

/**
 * QUINTE のAI。書き換えるのは choose だけです。
 * A QUINTE AI. The only function you need to edit is choose.
 */
public class MyAi {
    /**
     * 指示を選ぶ。ここを書き換えよう！ / Picks an order. This is the part to edit!
     *
     * @param position 局面の文字列。new Board(position) で読める / the position as text; Board reads it
     * @param legal    できる指示のリスト（空ではない。"cw@6,13 up" など）/ the possible orders, such as "cw@6,13 up"
     * @param clock    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
     * @return legal の中の1つ / one of legal
     */
    static String choose(String position, List<String> legal, Kit.Clock clock) {
        Board board = new Board(position);
        // いまは「一番安い門への道を選び、足りないタイルを運び、道があれば兵士を進める」。
        // For now: take the cheapest road to a gate, bring the tile that is missing, walk where it is laid.
        List<Board.Cell> road = board.road();
        Set<String> orders = Set.copyOf(legal);
        String cursor = board.bring(road, orders);
        String soldier = board.step(road);
        for (String order : List.of(cursor + " " + soldier, "- " + soldier, cursor + " -")) {
            if (orders.contains(order)) {
                return order;
            }
        }
        return legal.get(0);
    }

    public static void main(String[] arguments) throws java.io.IOException {
        {{Kit}}.run(arguments, MyAi::choose);
    }
}
