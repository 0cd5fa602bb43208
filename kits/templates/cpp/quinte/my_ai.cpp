// QUINTE のAI。書き換えるのは choose だけです。
// A QUINTE AI. The only function you need to edit is choose.

#include <ctime>
#include <string>
#include <vector>

#include "board.hpp"
#include "{{kit}}.hpp"

/// 指示を選ぶ。ここを書き換えよう！ / Picks an order. This is the part to edit!
///
/// position: 局面の文字列。Board(position) で読める / the position as text; Board reads it
/// legal:    できる指示のリスト（空ではない。"cw@6,13 up" など）/ the possible orders, such as "cw@6,13 up"
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
std::string choose(const std::string& position, const std::vector<std::string>& legal,
                   [[maybe_unused]] const kit::Clock& clock) {
    Board board(position);
    // いまは「一番安い門への道を選び、足りないタイルを運び、道があれば兵士を進める」。
    // For now: take the cheapest road to a gate, bring the tile that is missing, walk where it is laid.
    std::vector<Cell> road = board.road();
    std::string cursor = board.bring(road, legal);
    std::string soldier = board.step(road);
    for (const std::string& order : {cursor + " " + soldier, "- " + soldier, cursor + " -"}) {
        if (kit::contains(legal, order)) return order;
    }
    return legal[0];
}

int main(int count, char** words) {
    std::srand(static_cast<unsigned>(std::time(nullptr)));
    return {{kit}}::run(count, words, choose);
}
