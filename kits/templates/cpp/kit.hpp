// 審判とのやりとり（plain プロトコル）。書き換える必要はありません。
// The conversation with the referee (the `plain` protocol). There is nothing to edit here.
//
//     build/my_ai                                      標準入出力で / over stdin and stdout
//     build/my_ai --connect HOST:PORT [--key KEY] [--name NAME]   ネットワークで / over the network
//     build/my_ai --test                               positions.txt の局面で試す / try recorded positions
#pragma once

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace kit {

inline const std::string GAME = "{{game}}";
inline const std::string NAME = "{{name}}";

/// この1手に使える時間（ミリ秒）/ The time for this move, in milliseconds.
class Clock {
public:
    /// limit が負なら制限なし / A negative limit is none.
    explicit Clock(long limit) : limit_(limit), start_(std::chrono::steady_clock::now()) {}

    /// 使った時間 / The time used so far.
    long used() const {
        auto time = std::chrono::steady_clock::now() - start_;
        return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    }

    /// 残り時間（制限なしなら1時間）/ The time left; an hour if there is no limit.
    long left() const { return (limit_ < 0 ? 3600000 : limit_) - used(); }

private:
    long limit_;
    std::chrono::steady_clock::time_point start_;
};

using Chooser = std::function<std::string(const std::string&, const std::vector<std::string>&, const Clock&)>;
using Read = std::function<bool(std::string&)>;
using Say = std::function<void(const std::string&)>;

/// 途中経過を表示する（標準エラー出力へ）/ Prints to stderr; stdout is only for moves.
template <typename... Words>
void debug(const Words&... words) {
    ((std::cerr << words << ' '), ...);
    std::cerr << std::endl;
}

/// 最初の言葉と残り / The first word, and the rest.
inline std::pair<std::string, std::string> cut(const std::string& line) {
    auto space = line.find(' ');
    if (space == std::string::npos) return {line, ""};
    return {line.substr(0, space), line.substr(space + 1)};
}

/// " | " で区切る / Splits at " | ".
inline std::vector<std::string> moves(const std::string& text) {
    std::vector<std::string> list;
    std::size_t start = 0;
    for (std::size_t bar; (bar = text.find(" | ", start)) != std::string::npos; start = bar + 3) {
        list.push_back(text.substr(start, bar - start));
    }
    list.push_back(text.substr(start));
    return list;
}

inline bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

inline void talk(const Chooser& choose, const Read& read, const Say& say) {
    std::string line, position;
    std::vector<std::string> legal;
    while (read(line)) {
        auto [word, rest] = cut(line);
        if (word == "gyoji") {
            say("ready legal");
        } else if (word == "position") {
            position = cut(rest).second;
        } else if (word == "legal") {
            legal = moves(rest);
        } else if (word == "go") {
            auto [number, limit] = cut(rest);
            Clock clock(limit == "-" ? -1 : std::stol(limit));
            say("move " + number + " " + choose(position, legal, clock));
        } else if (word == "refused" || word == "over") {
            debug(line);
        }
    }
}

/// 1行読む。行末の \r は取る / Reads a line, without \r at its end.
inline bool read_line(std::istream& in, std::string& line) {
    if (!std::getline(in, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
}

inline int connect_to(const std::string& address) {
    auto colon = address.rfind(':');
    if (colon == std::string::npos) return -1;
    std::string host = address.substr(0, colon), port = address.substr(colon + 1);
    if (host.size() > 1 && host.front() == '[') host = host.substr(1, host.size() - 2);
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return -1;
    int peer = -1;
    for (addrinfo* each = found; each && peer < 0; each = each->ai_next) {
        peer = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
        if (peer >= 0 && connect(peer, each->ai_addr, each->ai_addrlen) != 0) {
            close(peer);
            peer = -1;
        }
    }
    freeaddrinfo(found);
    return peer;
}

inline int connect_and_talk(const Chooser& choose, const std::string& address, const std::string& name,
                            const std::string& key) {
    if (address.rfind(':') == std::string::npos || !std::isdigit(static_cast<unsigned char>(address.back()))) {
        debug(address + ": HOST:PORT の形で書いてください / write it as HOST:PORT");
        return 1;
    }
    int peer = connect_to(address);
    if (peer < 0) {
        debug(address, "につながりません / cannot connect");
        return 1;
    }
    auto say = [peer](const std::string& text) {
        std::string line = text + "\n";
        for (std::size_t sent = 0; sent < line.size();) {
            auto more = send(peer, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
            if (more <= 0) return;
            sent += static_cast<std::size_t>(more);
        }
    };
    std::string buffer;
    auto read = [&](std::string& line) {
        std::size_t end;
        while ((end = buffer.find('\n')) == std::string::npos) {
            char bytes[4096];
            auto count = recv(peer, bytes, sizeof bytes, 0);
            if (count <= 0) return false;
            buffer.append(bytes, static_cast<std::size_t>(count));
        }
        line = buffer.substr(0, end);
        buffer.erase(0, end + 1);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        return true;
    };
    say("hello gyoji 1 " + GAME + " " + name + (key.empty() ? "" : " " + key));
    debug(address, "に接続しました / connected");
    talk(choose, read, say);
    close(peer);
    return 0;
}

/// コマンドラインの値 / The value of an option on the command line.
inline std::string option(const std::vector<std::string>& given, const std::string& name, const std::string& usual) {
    auto place = std::find(given.begin(), given.end(), name);
    if (place == given.end()) return usual;
    if (place + 1 == given.end()) {
        debug(name, "の値がありません /", name, "needs a value");
        std::exit(2);
    }
    return *(place + 1);
}

/// positions.txt の局面で choose を試す / Tries choose on the recorded positions.
inline int test(const Chooser& choose) {
    std::ifstream file("positions.txt");
    if (!file) debug("positions.txt がありません / positions.txt is missing");
    std::string line, position;
    std::vector<std::string> legal;
    int count = 0, right = 0;
    while (read_line(file, line)) {
        auto [word, rest] = cut(line);
        if (word == "position") {
            position = rest;
        } else if (word == "legal") {
            legal = moves(rest);
        } else if (word == "good") {
            std::string answer = choose(position, legal, Clock(5000));
            bool fine = contains(legal, answer) && (rest == "any" || contains(moves(rest), answer));
            debug(fine ? "ok  " : "BAD ", position.substr(0, 70), "->", answer, fine ? "" : "(good: " + rest + ")");
            count += 1;
            right += fine;
        }
    }
    std::cerr << right << '/' << count << std::endl;
    return right == count && count > 0 ? 0 : 1;
}

/// 審判に聞かれるたびに choose を呼ぶ / Calls choose whenever the referee asks.
inline int run(int count, char** words, const Chooser& choose) {
    std::vector<std::string> given(words + 1, words + count);
    if (contains(given, "--test")) return test(choose);
    if (contains(given, "--connect")) {
        std::string name = option(given, "--name", NAME);
        return connect_and_talk(choose, option(given, "--connect", ""), name, option(given, "--key", ""));
    }
    auto read = [](std::string& line) { return read_line(std::cin, line); };
    // endl は flush する。忘れると審判に届かない / endl flushes; without it nothing arrives
    talk(choose, read, [](const std::string& line) { std::cout << line << std::endl; });
    return 0;
}

/// 0 以上 1 未満の乱数 / A random number from 0 to 1.
inline double random() {
    return std::rand() / (RAND_MAX + 1.0);
}

}  // namespace kit
