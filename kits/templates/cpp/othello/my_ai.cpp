// オセロAI。書き換えるのは choose だけです。
// An Othello AI. The only function you need to edit is choose.

#include <ctime>
#include <string>
#include <vector>

#include "board.hpp"
#include "{{kit}}.hpp"

const std::vector<std::string> CORNERS = {"a1", "h1", "a8", "h8"};
const std::vector<std::string> BESIDE_A_CORNER = {"b2", "g2", "b7", "g7", "a2", "b1",
                                                  "g1", "h2", "a7", "b8", "g8", "h7"};

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
/// legal:    できる手のリスト（空ではない）/ the legal moves, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
std::string choose(const std::string& position, const std::vector<std::string>& legal,
                   [[maybe_unused]] const kit::Clock& clock) {
    Board board(position);
    // いまは「角がよい、角のとなりは悪い、あとは多く返せるマス」。
    // For now: corners are good, squares beside them bad, else turn over as many as possible.
    std::string best = legal[0];
    double most = -1e9;
    for (const std::string& move : legal) {
        double score = board.flips(move) + kit::random();
        if (kit::contains(CORNERS, move)) score += 100;
        if (kit::contains(BESIDE_A_CORNER, move)) score -= 20;
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
