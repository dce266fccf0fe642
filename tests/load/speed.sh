# Throughput, memory and start; read by run.sh.

speed() {
  : "${seconds:=5}"
  seeded speed 5 20

  start speed
  local url=${urls[speed]} slug
  slug=$(field "$(curl -sf "$url/api/articles?limit=1")" slug)
  printf '\n%-16s %12s %10s\n' "80 connections" requests/s "p99, ms"
  row "list of 20" "$url/api/articles"
  row tags "$url/api/tags"
  row "one article" "$url/api/articles/$slug"
  printf '\nMemory after that load: %s MB\n' "$(ps -o rss= -p "${pids[speed]}" |
    awk '{ printf "%.1f", $1 / 1024 }')"
  stop speed

  for _ in {1..15}; do
    first_answer
    echo "$took"
  done | median | awk '{ printf "From start to first answer: %.1f ms\n", $1 / 1000 }'
}

# row NAME URL
row() {
  load 80 2 "$2" | awk -v name="$1" '{ printf "%-16s %12d %10.1f\n", name, $1, $3 / 1000 }'
}

# first_answer: sets `took` to the microseconds that a start and an answer take. The shell
# asks by itself: to start a client takes longer.
first_answer() {
  local began=${EPOCHREALTIME/./} socket status
  start speed
  exec {socket}<>"/dev/tcp/127.0.0.1/${urls[speed]##*:}"
  printf 'GET /api/articles HTTP/1.1\r\nHost: conduit\r\nConnection: close\r\n\r\n' >&"$socket"
  read -r status <&"$socket"
  took=$((${EPOCHREALTIME/./} - began))
  exec {socket}>&-
  [[ $status == *' 200 '* ]] || die "The first answer was $status"
  stop speed
}
