package jp.ac.washi.quinte.api;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lets a player play: {@code java -cp classes jp.ac.washi.quinte.api.GameStarter MyPlayer}. */
public final class GameStarter {
    private GameStarter() {}

    /** Plays one game as the player whose class is named. */
    public static void main(String[] args) throws ReflectiveOperationException {
        if (args.length != 1) {
            System.err.println("usage: java -cp classes jp.ac.washi.quinte.api.GameStarter CLASS");
            System.exit(2);
        }
        start((Player) Class.forName(args[0]).getDeclaredConstructor().newInstance());
    }

    /** Plays one game over stdin and stdout. What the AI prints goes to stderr, so that it disturbs nobody. */
    public static void start(Player player) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
        System.setOut(System.err);
        GameInfo info = new GameInfo();
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.trim().split(" +");
                info.hear(words);
                if (words[0].equals("quinte")) {
                    out.print("ready\n");
                } else if (words[0].equals("turn")) {
                    out.print("order " + words[1] + " " + cursor(player, info) + " " + soldier(player, info) + "\n");
                }
                out.flush();
            }
        } catch (IOException gone) {
            // The referee has left, and so do we.
        }
        System.exit(0);
    }

    /**
     * Starts a test game of four players, as in the contest, and shows it: runs the command gyoji, which has to be
     * installed (the variable GYOJI can say where it is).
     */
    public static void start(Player one, Player two, Player three, Player four, GameOption option) {
        String gyoji = System.getenv().getOrDefault("GYOJI", "gyoji");
        List<String> command = new ArrayList<>(List.of(gyoji, "match", "quinte"));
        for (Player player : new Player[] {one, two, three, four}) {
            command.add(programOf(player.getClass()));
        }
        command.addAll(List.of("-n", "1", "--watch", "--fps", String.valueOf(option.getFps())));
        try {
            System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
        } catch (IOException | InterruptedException problem) {
            System.err.println(gyoji + ": " + problem.getMessage());
            System.exit(1);
        }
    }

    /** The program that is a player, as gyoji understands it. */
    private static String programOf(Class<?> player) {
        String classPath = System.getProperty("java.class.path").replace("'", "'\\''");
        String run = "java -cp '" + classPath + "' " + GameStarter.class.getName() + " " + player.getName();
        return "quinte?name=" + player.getSimpleName() + ":" + run;
    }

    private static String cursor(Player player, GameInfo info) {
        try {
            CursorAction action = player.nextCursorAction(info);
            if (action == null) {
                return "NONE";
            }
            Point at = action.getLocation();
            String text = action.getType() + (at == null ? "" : " " + at.x + " " + at.y);
            info.getMap().carryOut(action);
            return text;
        } catch (Throwable problem) {
            problem.printStackTrace();
            return "NONE";
        }
    }

    private static String soldier(Player player, GameInfo info) {
        try {
            SoldierAction action = player.nextSoldierAction(info);
            return action == null ? "NONE" : action.name();
        } catch (Throwable problem) {
            problem.printStackTrace();
            return "NONE";
        }
    }
}
