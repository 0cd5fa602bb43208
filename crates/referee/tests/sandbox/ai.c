/* Plays the first legal move of Othello in the dialect judge; linked statically. */
#include <stdio.h>
#include <string.h>

static char board[65];

static int turns(int x, int y, char me, char you) {
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            int n = 0, cx = x + dx, cy = y + dy;
            if (!dx && !dy) continue;
            while (cx >= 0 && cx < 8 && cy >= 0 && cy < 8 && board[cy * 8 + cx] == you) {
                n++;
                cx += dx;
                cy += dy;
            }
            if (n && cx >= 0 && cx < 8 && cy >= 0 && cy < 8 && board[cy * 8 + cx] == me) return 1;
        }
    }
    return 0;
}

int main(void) {
    char line[512], me = '1', you = '2';
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "COLOR ", 6) == 0) {
            int white = line[6] == '2';
            me = white ? '2' : '1';
            you = white ? '1' : '2';
        } else if (strncmp(line, "MOVE BOARD:", 11) == 0) {
            int found = 0;
            memcpy(board, line + 11, 64);
            for (int at = 0; at < 64 && !found; at++) {
                if (board[at] == '0' && turns(at % 8, at / 8, me, you)) {
                    printf("%c%d\n", 'a' + at % 8, at / 8 + 1);
                    found = 1;
                }
            }
            if (!found) printf("pass\n");
            fflush(stdout);
        }
    }
    return 0;
}
