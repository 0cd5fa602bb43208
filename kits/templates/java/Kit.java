import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * 審判とのやりとり（plain プロトコル）。書き換える必要はありません。
 * The conversation with the referee (the `plain` protocol). There is nothing to edit here.
 *
 * <pre>
 * java -cp build MyAi                                      標準入出力で / over stdin and stdout
 * java -cp build MyAi --connect HOST:PORT [--key KEY] [--name NAME]   ネットワークで / over the network
 * java -cp build MyAi --test                               positions.txt の局面で試す / try recorded positions
 * </pre>
 */
final class Kit {
    static final String GAME = "{{game}}";
    static final String NAME = "{{name}}";

    private Kit() {}

    /** 手を選ぶ関数 / A function that picks a move. */
    interface Chooser {
        String choose(String position, List<String> legal, Clock clock);
    }

    /** この1手に使える時間（ミリ秒）/ The time for this move, in milliseconds. */
    static final class Clock {
        private final long limit;
        private final long start = System.nanoTime();

        /** limit が負なら制限なし / A negative limit is none. */
        Clock(long limit) {
            this.limit = limit;
        }

        /** 使った時間 / The time used so far. */
        long used() {
            return (System.nanoTime() - start) / 1_000_000;
        }

        /** 残り時間（制限なしなら1時間）/ The time left; an hour if there is no limit. */
        long left() {
            return (limit < 0 ? 3_600_000 : limit) - used();
        }
    }

    /** 途中経過を表示する（標準エラー出力へ）/ Prints to stderr; stdout is only for moves. */
    static void debug(Object... words) {
        for (Object word : words) {
            System.err.print(word + " ");
        }
        System.err.println();
    }

    /** 審判に聞かれるたびに choose を呼ぶ / Calls choose whenever the referee asks. */
    static void run(String[] arguments, Chooser chooser) throws IOException {
        PrintStream out = stdout();
        List<String> given = Arrays.asList(arguments);
        if (given.contains("--test")) {
            System.exit(test(chooser));
        } else if (given.contains("--connect")) {
            String name = option(given, "--name", NAME);
            connect(chooser, option(given, "--connect", ""), name, option(given, "--key", ""));
        } else {
            talk(chooser, System.in, out);
        }
    }

    /** 標準出力は手だけのもの。System.out は標準エラー出力へ / System.out must not disturb the moves. */
    static PrintStream stdout() throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        System.setOut(System.err);
        return out;
    }

    private static void talk(Chooser chooser, InputStream input, OutputStream output) throws IOException {
        PrintStream out = new PrintStream(output, true, "UTF-8");
        String position = "";
        List<String> legal = List.of();
        BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = (line.trim() + " ").split(" ", 2);
            String rest = parts[1].trim();
            switch (parts[0]) {
                case "gyoji":
                    say(out, "ready legal");
                    break;
                case "position":
                    position = rest.substring(rest.indexOf(' ') + 1);
                    break;
                case "legal":
                    legal = List.of(rest.split(" \\| "));
                    break;
                case "go":
                    String[] words = rest.split(" ");
                    long limit = words[1].equals("-") ? -1 : Long.parseLong(words[1]);
                    say(out, "move " + words[0] + " " + chooser.choose(position, legal, new Clock(limit)));
                    break;
                case "refused":
                case "over":
                    debug(line.trim());
                    break;
                default: // ほかの行は読み飛ばす / other lines need no answer
            }
        }
    }

    private static void say(PrintStream out, String line) {
        // println は Windows で \r\n になる / println would write \r\n on Windows
        out.print(line + "\n");
        out.flush();
    }

    private static void connect(Chooser chooser, String address, String name, String key) throws IOException {
        if (!address.matches(".+:\\d+")) {
            debug(address + ": HOST:PORT の形で書いてください / write it as HOST:PORT");
            System.exit(1);
        }
        int colon = address.lastIndexOf(':');
        try (Socket peer = new Socket(address.substring(0, colon).replaceAll("[\\[\\]]", ""),
                Integer.parseInt(address.substring(colon + 1)))) {
            peer.setTcpNoDelay(true);
            String hello = "hello gyoji 1 " + GAME + " " + name + " " + key;
            say(new PrintStream(peer.getOutputStream(), true, "UTF-8"), hello.trim());
            debug(address + " に接続しました / connected to " + address);
            talk(chooser, peer.getInputStream(), peer.getOutputStream());
        } catch (IOException | IllegalArgumentException problem) {
            debug(address + " につながりません / cannot connect: " + problem.getMessage());
            System.exit(1);
        }
    }

    /** コマンドラインの値 / The value of an option on the command line. */
    private static String option(List<String> given, String name, String usual) {
        int place = given.indexOf(name);
        if (place < 0) {
            return usual;
        }
        if (place + 1 == given.size()) {
            debug(name + " の値がありません / " + name + " needs a value");
            System.exit(2);
        }
        return given.get(place + 1);
    }

    /** positions.txt の局面で choose を試す / Tries choose on the recorded positions. */
    private static int test(Chooser chooser) throws IOException {
        String position = "";
        List<String> legal = List.of();
        int count = 0;
        int right = 0;
        for (String line : Files.readAllLines(Path.of("positions.txt"))) {
            String[] parts = (line.trim() + " ").split(" ", 2);
            String rest = parts[1].trim();
            if (parts[0].equals("position")) {
                position = rest;
            } else if (parts[0].equals("legal")) {
                legal = List.of(rest.split(" \\| "));
            } else if (parts[0].equals("good")) {
                String answer = chooser.choose(position, legal, new Clock(5000));
                List<String> good = List.of(rest.split(" \\| "));
                boolean fine = legal.contains(answer) && (rest.equals("any") || good.contains(answer));
                String start = position.substring(0, Math.min(70, position.length()));
                debug(fine ? "ok  " : "BAD ", start, "->", answer, fine ? "" : "(good: " + rest + ")");
                count += 1;
                right += fine ? 1 : 0;
            }
        }
        debug(right + "/" + count);
        return right < count ? 1 : 0;
    }
}
