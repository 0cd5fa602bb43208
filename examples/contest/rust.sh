#!/bin/sh
# Starts a player of the Rust kit: sh rust.sh random_player
# It is compiled the first time, into the user's cache.
# Rust キットの対局プログラムを起動します。初回だけコンパイルし、結果をキャッシュに残します。
set -eu
sources=$(cd "$(dirname "$0")/../../kits/quinte/rust/src" && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gyoji-examples
player=$cache/$1-$(find "$sources" -name '*.rs' | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | cksum | tr ' ' -)
if [ ! -x "$player" ]; then
    mkdir -p "$cache"
    # Several may come at once: each compiles for itself, and the last one is kept.
    new=$(mktemp -d "$cache/new.XXXXXX")
    rustc --edition 2024 -O --crate-type rlib --crate-name quinte --out-dir "$new" "$sources/lib.rs" >&2
    rustc --edition 2024 -O --extern "quinte=$new/libquinte.rlib" -o "$new/$1" "$sources/bin/$1.rs" >&2
    mv "$new/$1" "$player"
    rm -rf "$new"
fi
exec "$player"
