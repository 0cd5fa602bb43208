// 連珠・五目並べAI。書き換えるのは choose だけです。
// A renju AI. The only function you need to edit is choose.

#include <ctime>
#include <string>
#include <vector>

#include "board.hpp"
#include "{{kit}}.hpp"

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
/// legal:    打てる点のリスト（空ではない。黒の禁手も含む）/ the moves, at least one; fouls are among them
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
std::string choose(const std::string& position, const std::vector<std::string>& legal,
                   [[maybe_unused]] const kit::Clock& clock) {
    Board board(position);
    // いまは「五を作る、相手の五を止める、相手の四を止める、あとは自分の石を長くつなぐ」。
    // For now: make five, stop the other's five or four, else make our own rows longer.
    std::string best = legal[0];
    double most = -1e9;
    for (const std::string& move : legal) {
        int mine = board.row(move, board.me), theirs = board.row(move, board.other);
        double score = mine * 8 + board.middle(move) + kit::random();
        if (theirs >= 5) score += 500;
        if (theirs == 4) score += 20;
        if (mine == 5) score += 1000;
        if (mine > 5) score -= 2000;  // 黒の長連は反則 / more than five is a foul for black
        if (score > most) {
            best = move;
            most = score;
        }
    }
    return best;
}

int main(int count, char** words) {
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    return {{kit}}::run(count, words, choose);
}
