#!/usr/bin/env bash
# What each way of injection costs to compile, and how a backtrace and a trace tell of it.
# Usage: cost.sh [ROUNDS]. It builds four programs of one module each in target/lab/injection.
set -euo pipefail
cd "$(dirname "$0")/../../.."
rounds=${1:-9} place=target/lab/injection ways=(traits fields closure generics)
export CARGO_TARGET_DIR=$PWD/$place/target CARGO_TERM_QUIET=true RUST_BACKTRACE=1

# The use case as a module of a program of its own, whichever way.
module() {
    if [ "$1" = traits ]; then
        sed -e 's/use super::retry::/use domain::services::/' -e 's/use super::/use domain::services::/' \
            -e 's/use crate::/use domain::/' -e '/^#\[cfg(test)\]/,$d' domain/src/services/deliveries.rs
    else
        cat "tests/lab/styles/injection/$1.rs"
    fi
}

for way in "${ways[@]}"; do
    mkdir -p "$place/$way/src"
    module "$way" >"$place/$way/src/way.rs"
    cat tests/lab/injection/main.rs "tests/lab/injection/$way.rs" >"$place/$way/src/main.rs"
    sed -e "s|NAME|$way|" -e "s|HOUSE|$PWD|" tests/lab/injection/package.toml >"$place/$way/Cargo.toml"
    cp Cargo.lock "$place/$way/"
    cargo build --offline --manifest-path "$place/$way/Cargo.toml"
done

seconds() { # of processor time, to compile the program and nothing else
    touch "$place/$1/src/way.rs"
    TIMEFORMAT='%U %S'
    { time cargo build --offline --manifest-path "$place/$1/Cargo.toml" >/dev/null 2>&1; } 2>&1 |
        awk '{ print $1 + $2 }'
}

for ((round = 0; round < rounds; round++)); do
    for way in "${ways[@]}"; do seconds "$way" >>"$place/$way/seconds.$$"; done
done

for way in "${ways[@]}"; do
    median=$(sort --numeric-sort "$place/$way/seconds.$$" | sed -n "$((rounds / 2 + 1))p")
    rm "$place/$way/seconds.$$"
    echo "$way: $(grep --count . "$place/$way/src/way.rs") lines, $median s to compile"
    { "$CARGO_TARGET_DIR/debug/$way" 2>&1 || true; } | grep --only-matching 'way[:<].*' | sed 's/^/    /'
done
