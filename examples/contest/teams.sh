#!/bin/sh
# The teams of examples/contest.toml hand in their programs: a folder for each, made from the kits.
# examples/contest.toml に参加するチームの提出物（チームごとのフォルダ）を、キットから作ります。
#
#   sh examples/contest/teams.sh [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kits=$here/../../kits/quinte
teams=${1:-$here/teams}

# team NAME LANGUAGE BUILD RUN
team() {
    rm -rf "${teams:?}/$1"
    mkdir -p "$teams/$1"
    (cd "$kits/$2" && find . \( -name target -o -name classes -o -name __pycache__ \) -prune -o -type f -print) |
        while IFS= read -r file; do
            mkdir -p "$teams/$1/$(dirname "$file")"
            cp "$kits/$2/$file" "$teams/$1/$file"
        done
    {
        echo 'game = "quinte"'
        echo 'dialect = "quinte"'
        [ -z "$3" ] || echo "build = \"$3\""
        echo "run = \"$4\""
    } > "$teams/$1/gyoji.toml"
}

java_build='javac -encoding UTF-8 -d classes -sourcepath src src/*.java'
java_run='java -XX:TieredStopAtLevel=1 -cp classes'
rust_build='cargo build --release --offline'

team sakura python '' 'python3 random_player.py'
team momiji python '' 'python3 high_score_player.py'
team tsubaki python '' 'python3 random_player.py'
team botan python '' 'python3 skeleton.py'
team kaede java "$java_build" "$java_run RandomPlayer"
team ume java "$java_build" "$java_run HighScorePlayer"
team fuji java "$java_build" "$java_run Skeleton"
team kiku rust "$rust_build" 'target/release/random_player'
team ran rust "$rust_build" 'target/release/high_score_player'
