import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * 審判とのやりとり（judge プロトコル）。書き換える必要はありません。
 * The conversation with the class-room judge (the `judge` protocol). There is nothing to edit here.
 *
 * <pre>
 * COLOR 1              あなたは黒（2 なら白）/ you are black (2: white)
 * MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
 * QUIT                 終わり / the game is over
 * </pre>
 */
final class Judge {
    private Judge() {}

    static void run(String[] arguments, Kit.Chooser chooser) throws IOException {
        List<String> given = Arrays.asList(arguments);
        if (given.contains("--test") || given.contains("--connect")) {
            Kit.run(arguments, chooser);
            return;
        }
        PrintStream out = Kit.stdout();
        String me = "X";
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            line = line.trim();
            if (line.startsWith("COLOR")) {
                me = line.endsWith("1") ? "X" : "O";
            } else if (line.startsWith("MOVE BOARD:")) {
                String cells = line.substring("MOVE BOARD:".length());
                String position = cells.replace('0', '-').replace('1', 'X').replace('2', 'O') + " " + me;
                out.print(chooser.choose(position, new Board(position).legal(), new Kit.Clock(5000)) + "\n");
                out.flush();
            } else if (line.equals("QUIT")) {
                return;
            }
        }
    }
}
