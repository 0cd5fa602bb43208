// QUINTE のマップを読む / Reads a QUINTE map.
//
//     "ROWS turn=0/1000 super=850 move=R first=R scores=… soldiers=8,16;0,8;8,0;16,8 cursors=…"
//     15×15のタイル（R 赤、B 青、G 緑、Y 黄、. 灰）。国の順は 赤（下）青（左）緑（上）黄（右）
//     15 rows of tiles; countries in the order red (bottom), blue (left), green (top), yellow (right)
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;

struct Board {
    std::vector<std::string> rows;
    char me = 'R';
    int turn = 0;
    std::map<char, Cell> soldiers;
    std::map<char, int> scores;

    explicit Board(const std::string& position) {
        std::istringstream words(position);
        std::string word, part;
        words >> word;
        rows = split(word, '/');
        while (words >> word) {
            auto sign = word.find('=');
            std::string name = word.substr(0, sign), value = word.substr(sign + 1);
            if (name == "move") me = value[0];
            if (name == "turn") turn = std::stoi(value);
            std::vector<std::string> parts = split(value, ';');
            for (std::size_t i = 0; i < parts.size() && i < 4; i++) {
                // "8,15<8,16": 8,15 にいて、前は 8,16 / is at 8,15 and was at 8,16
                if (name == "soldiers") soldiers["RBGY"[i]] = {std::stoi(parts[i]), std::stoi(split(parts[i], ',')[1])};
                if (name == "scores") scores["RBGY"[i]] = std::stoi(parts[i]);
            }
        }
    }

    /// タイルの色。壁や門は空白 / The colour of a tile; a space for walls and gates.
    char at(Cell cell) const {
        auto [x, y] = cell;
        return x >= 1 && x <= 15 && y >= 1 && y <= 15 ? rows[y - 1][x - 1] : ' ';
    }

    /// 門ならその国、でなければ空白 / Whose gate it is, or a space.
    char gate(Cell cell) const {
        auto [x, y] = cell;
        auto is_gate = [](int place) { return place == 4 || (place >= 7 && place <= 9) || place == 12; };
        if (y == 16 && is_gate(x)) return 'R';
        if (x == 0 && is_gate(y)) return 'B';
        if (y == 0 && is_gate(x)) return 'G';
        return x == 16 && is_gate(y) ? 'Y' : ' ';
    }

    /// 敵の門への一番安い道（マスのリスト）/ The cheapest road to an enemy's gate, as cells.
    std::vector<Cell> road() const {
        Cell start = soldiers.at(me), best = start;
        std::map<Cell, int> cost = {{start, 0}};
        std::map<Cell, Cell> before;
        std::deque<Cell> queue = {start};
        for (; !queue.empty(); queue.pop_front()) {
            Cell cell = queue.front();
            for (const Step& step : steps()) {
                Cell to = {cell.first + step.dx, cell.second + step.dy};
                bool is_gate = gate(to) != ' ';
                if (at(to) == ' ' && (!is_gate || gate(to) == me || at(cell) == ' ')) continue;
                // 自分の色でないタイルは運んでくるので高い / other tiles have to be replaced first
                int price = cost[cell] + (is_gate || at(to) == me ? 1 : 4);
                if (cost.count(to) && price >= cost[to]) continue;
                cost[to] = price;
                before[to] = cell;
                if (!is_gate) {
                    queue.push_back(to);
                } else if (best == start || price < cost[best]) {
                    best = to;
                }
            }
        }
        std::vector<Cell> road;
        for (Cell cell = best; cell != start; cell = before[cell]) road.insert(road.begin(), cell);
        return road;
    }

    /// 道があれば進む向き、なければ - / Where the soldier goes; "-" if the road is not laid.
    std::string step(const std::vector<Cell>& road) const {
        if (road.empty() || (at(road[0]) != me && gate(road[0]) == ' ')) return "-";
        Cell here = soldiers.at(me);
        for (const Step& step : steps()) {
            if (Cell{here.first + step.dx, here.second + step.dy} == road[0]) return step.name;
        }
        return "-";
    }

    /// 足りないタイルを1歩近づけるカーソル / The cursor that brings the missing tile nearer.
    std::string bring(const std::vector<Cell>& road, const std::vector<std::string>& legal) const {
        std::unordered_set<std::string> orders(legal.begin(), legal.end());
        auto is_missing = [this](Cell cell) { return at(cell) != me && at(cell) != ' '; };
        auto missing = std::find_if(road.begin(), road.end(), is_missing);
        if (missing == road.end()) return "-";
        std::map<Cell, bool> seen = {{*missing, true}};
        for (std::deque<Cell> queue = {*missing}; !queue.empty(); queue.pop_front()) {
            Cell to = queue.front();
            for (const Step& step : steps()) {
                Cell from = {to.first - step.dx, to.second - step.dy};
                if (seen.count(from) || at(from) == ' ') continue;
                for (auto [turn, left, top] : step.pushes) {
                    int x = from.first + left, y = from.second + top;
                    auto is_under = [x, y](Cell cell) {
                        return cell.first >= x && cell.first <= x + 1 && cell.second >= y && cell.second <= y + 1;
                    };
                    // 道をこわさない / never break what is laid
                    if (std::any_of(road.begin(), missing, is_under)) continue;
                    std::string order = std::string(turn) + "@" + std::to_string(x) + "," + std::to_string(y);
                    if (at(from) == me && orders.count(order + " -")) return order;
                    if (at(from) != me && !seen.count(from)) {
                        seen[from] = true;
                        queue.push_back(from);
                    }
                }
            }
        }
        return "-";
    }

private:
    struct Push {
        const char* turn;
        int left, top;
    };
    struct Step {
        const char* name;
        int dx, dy;
        // タイルを押す2つの方法：タイルから見たカーソルの位置と回し方
        // The two ways to push a tile: where the cursor is, seen from the tile, and how it turns.
        std::vector<Push> pushes;
    };

    static const std::vector<Step>& steps() {
        static const std::vector<Step> all = {
            {"up", 0, -1, {{"cw", 0, -1}, {"ccw", -1, -1}}},
            {"down", 0, 1, {{"cw", -1, 0}, {"ccw", 0, 0}}},
            {"left", -1, 0, {{"cw", -1, -1}, {"ccw", -1, 0}}},
            {"right", 1, 0, {{"cw", 0, 0}, {"ccw", 0, -1}}},
        };
        return all;
    }

    static std::vector<std::string> split(const std::string& text, char mark) {
        std::vector<std::string> parts;
        std::istringstream stream(text);
        for (std::string part; std::getline(stream, part, mark);) parts.push_back(part);
        return parts;
    }
};
