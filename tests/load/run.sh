#!/usr/bin/env bash
# How fast the release binary answers, and whether that depends on how much is stored.
set -euo pipefail
export LC_ALL=C
unset DATABASE_URL CONDUIT_LISTEN CONDUIT_TOKEN_SECRET CONDUIT_LOG

usage() {
  cat <<'HELP'
Usage: tests/load/run.sh [speed|scale] [--seconds N] [--keep FOLDER] [--database-url URL]

  speed   (the default) 20 articles of 1.1 kB with 3 tags each, 80 connections:
          requests a second and the slowest of a hundred, for a list, the tags
          and one article; memory after that load; and the time from start to
          first answer.
  scale   median latency on one connection of five kinds of list, first page
          and count, on 20 articles and on 100,000 by 10,000 users, and how
          they compare. Making the large database takes a while.

  --seconds N     how long each measurement takes (5 for speed, 2 for scale)
  --keep FOLDER   where the databases are kept, and found again the next time
  --database-url postgres://USER@HOST/NAME
                  measures on Postgres instead of SQLite: in databases of its own,
                  load_speed and so on, made at the server of this one. They are
                  dropped at the end, unless --keep is given.

Needs bash 5, cargo, curl and wrk; for Postgres, psql. Builds the release binary first.
Nothing else should be busy on this machine, or the figures tell about that.
HELP
}

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

mode=speed seconds='' folder='' given=''
while (($#)); do
  case $1 in
    speed | scale) mode=$1 ;;
    --seconds) seconds=${2:?--seconds needs a number} && shift ;;
    --keep) folder=${2:?--keep needs a folder} && shift ;;
    --database-url) given=${2:?--database-url needs a URL} && shift ;;
    -h | --help) usage && exit ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

((BASH_VERSINFO[0] >= 5)) || die "This is bash $BASH_VERSION, and bash 5 is needed."
missing=()
for tool in cargo curl wrk ${given:+psql}; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
((${#missing[@]} == 0)) || die "Missing: ${missing[*]}. Install it and try again."
[[ -z $given || $given == postgres*://*/* ]] || die "No URL of a Postgres database: $given"

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
declare -A pids=() urls=()
# Databases of this run at a server.
made=()

cleanup() {
  local pid name
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  if [[ $folder == "$work" ]]; then
    for name in "${made[@]}"; do
      sql "$given" "DROP DATABASE IF EXISTS $name WITH (FORCE)" 2>/dev/null || true
    done
  fi
  rm -rf "$work"
}
trap cleanup EXIT

if [[ $folder ]]; then
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
else
  folder=$work
fi

# sql URL STATEMENT
sql() {
  psql -X --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 "$1" <<<"$2"
}

# database NAME: its URL.
database() {
  local base=${given%%\?*}
  if [[ $given ]]; then
    printf '%s' "${base%/*}/load_$1${given#"$base"}"
  else
    printf '%s' "sqlite://$folder/$1.db"
  fi
}

# start NAME: a server on a free port over the database of this name, that listens when this
# returns.
start() {
  local out line
  mkfifo "$work/$1.out"
  exec {out}<>"$work/$1.out"
  "$conduit" --listen 127.0.0.1:0 --database-url "$(database "$1")" \
    >"$work/$1.out" 2>"$work/$1.log" {out}>&- &
  pids[$1]=$!
  read -r -t 10 line <&"$out" || die "The server did not start: $(tail -n 1 "$work/$1.log")"
  urls[$1]=${line##* }
  exec {out}>&-
  rm "$work/$1.out"
}

# stop NAME
stop() {
  local pid=${pids[$1]}
  kill "$pid"
  wait "$pid" || die "The server did not end well: $(tail -n 1 "$work/$1.log")"
  unset "pids[$1]"
}

# seeded NAME USERS ARTICLES: makes the database, unless it was kept.
seeded() {
  local file=$folder/$1.db
  if [[ $given ]]; then
    [[ $(sql "$given" "SELECT 1 FROM pg_database WHERE datname = 'load_$1'") ]] && return
    sql "$given" "DROP DATABASE IF EXISTS load_$1_part" 2>/dev/null
    made+=("load_$1_part" "load_$1")
    sql "$given" "CREATE DATABASE load_$1_part"
    seed "$(database "$1_part")" "$2" "$3"
    # What a server does by itself some time later, it does not do while we measure.
    sql "$(database "$1_part")" "VACUUM ANALYZE"
    sql "$given" "ALTER DATABASE load_$1_part RENAME TO load_$1"
  elif [[ ! -e $file.whole ]]; then
    rm -f "$file" "$file-wal" "$file-shm"
    seed "$(database "$1")" "$2" "$3"
    touch "$file.whole"
  fi
}

# seed URL USERS ARTICLES
seed() {
  "$conduit" seed --users "$2" --articles "$3" --database-url "$1" >/dev/null
}

# The middle one of the numbers on standard input.
median() {
  sort -n | awk '{ number[NR] = $1 } END { print number[int((NR + 1) / 2)] }'
}

# load CONNECTIONS THREADS URL [HEADER]: "requests a second, the 50th and the 99th of 100 in µs".
load() {
  wrk -c"$1" -t"$2" -d"$seconds" --latency ${4:+-H "$4"} "$3" >"$work/wrk"
  if grep -E 'Non-2xx|Socket errors' "$work/wrk" >&2; then
    die "Not every request was answered well: $3"
  fi
  awk '
    function micros(time) {
      if (time ~ /us$/) return time + 0
      if (time ~ /ms$/) return time * 1000
      return time * 1000000
    }
    $1 == "50%" { middle = micros($2) }
    $1 == "99%" { slow = micros($2) }
    $1 == "Requests/sec:" { rate = $2 }
    END { printf "%.0f %.0f %.0f\n", rate, middle, slow }
  ' "$work/wrk"
}

# field JSON NAME: the first string of this name.
field() {
  local rest=${1#*\"$2\":\"}
  printf '%s' "${rest%%\"*}"
}

# count JSON: how many articles match.
count() {
  grep -o '"articlesCount":[0-9]*' <<<"$1" | cut -d : -f 2
}

# entries JSON: how many articles are on the page.
entries() {
  grep -o '"slug":' <<<"$1" | wc -l
}

source "$(dirname "$0")/$mode.sh"

echo "Building the release binary"
# From there, because cargo looks for .cargo/config.toml where it is called.
cd "$root"
cargo build --release --locked --quiet -p app --bin conduit
conduit=$(cargo metadata --no-deps --format-version 1 |
  grep -o '"target_directory":"[^"]*"' | cut -d '"' -f 4)/release/conduit
"$mode"
