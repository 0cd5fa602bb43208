import java.io.*;
import java.util.*;

public class MyAi {
    static final int[][] DIRECTIONS = {
        {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}
    };

    static boolean isLegal(int[] board, int me, int square) {
        if (board[square] != 0) return false;
        for (int[] d : DIRECTIONS) {
            int run = 0, x = square % 8 + d[0], y = square / 8 + d[1];
            while (x >= 0 && x < 8 && y >= 0 && y < 8 && board[y * 8 + x] == 3 - me) {
                run++;
                x += d[0];
                y += d[1];
            }
            boolean inside = x >= 0 && x < 8 && y >= 0 && y < 8;
            if (run > 0 && inside && board[y * 8 + x] == me) return true;
        }
        return false;
    }

    static String name(int square) {
        int x = square % 8, y = square / 8;
        return "abcdefgh".charAt(x) + "" + (y + 1);
    }

    static int choose(int[] board, int me, List<Integer> legal) {
        return legal.get(0);
    }

    static String answer(int[] board, int me) {
        List<Integer> legal = new ArrayList<>();
        for (int square = 0; square < 64; square++) {
            if (isLegal(board, me, square)) legal.add(square);
        }
        return legal.isEmpty() ? "pass" : name(choose(board, me, legal));
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int me = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("COLOR")) {
                me = Integer.parseInt(line.substring(6));
            } else if (line.startsWith("MOVE")) {
                int[] board = line.substring(11).chars().map(c -> c - '0').toArray();
                String move = answer(board, me);
                System.out.println(move);
            } else if (line.equals("QUIT")) {
                return;
            }
        }
    }
}
