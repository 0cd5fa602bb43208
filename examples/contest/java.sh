#!/bin/sh
# Starts a player of the Java kit: sh java.sh RandomPlayer
# The kit is compiled the first time, into the user's cache; after that a start takes no longer than Java does.
# Java キットの対局プログラムを起動します。初回だけコンパイルし、結果をキャッシュに残します。
set -eu
sources=$(cd "$(dirname "$0")/../../kits/quinte/java/src" && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gyoji-examples
classes=$cache/java-$(find "$sources" -name '*.java' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | cksum | tr ' ' -)
if [ ! -d "$classes" ]; then
    mkdir -p "$cache"
    # Several may come at once: each compiles for itself, and whoever is first is kept.
    new=$(mktemp -d "$cache/new.XXXXXX")
    javac -encoding UTF-8 -d "$new" -sourcepath "$sources" "$sources"/*.java >&2
    mv -T "$new" "$classes" 2>/dev/null || rm -rf "$new"
fi
exec java -XX:TieredStopAtLevel=1 -cp "$classes" "$1"
