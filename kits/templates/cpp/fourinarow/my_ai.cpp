// 四目並べAI。書き換えるのは choose だけです。
// A Four in a Row AI. The only function you need to edit is choose.

#include <ctime>
#include <string>
#include <vector>

#include "board.hpp"
#include "{{kit}}.hpp"

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
/// legal:    石を落とせる列のリスト（空ではない）/ the columns you can play, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
std::string choose(const std::string& position, const std::vector<std::string>& legal,
                   [[maybe_unused]] const kit::Clock& clock) {
    Board board(position);
    // いまは「4つ並ぶなら並べる、並べられそうなら防ぐ、あとは長く、まん中へ」。
    // For now: four in a row if we can, stop the other's, else long rows near the middle.
    std::string best = legal[0];
    double most = -1e9;
    for (const std::string& move : legal) {
        int mine = board.row(move, board.me);
        double score = mine * 2 + 3 - std::abs(move[0] - 'd') + kit::random();
        if (mine >= 4) score += 1000;
        if (board.row(move, board.other) >= 4) score += 100;
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
