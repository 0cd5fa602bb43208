// コントラストAI。書き換えるのは choose だけです。
// A Contrast AI. The only function you need to edit is choose.

#include <ctime>
#include <string>
#include <vector>

#include "board.hpp"
#include "{{kit}}.hpp"

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
/// legal:    指せる手のリスト（空ではない）/ the legal moves, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
std::string choose(const std::string& position, const std::vector<std::string>& legal,
                   [[maybe_unused]] const kit::Clock& clock) {
    Board board(position);
    // いまは「相手の段に着くなら着く、あとは一番前の駒をさらに前へ。タイルは置かない」。
    // For now: reach the far row if we can, else move the foremost piece on, without a tile.
    std::string best = legal[0];
    double most = -1e9;
    for (const std::string& move : legal) {
        double score = board.advance(move) * 10 - board.rows_left(move) + kit::random();
        if (board.rows_left(move) == 0) score += 1000;
        if (move.find(' ') != std::string::npos) score -= 1;
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
