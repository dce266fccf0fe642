# Whether a list costs what its page costs, or what is stored; read by run.sh.

scale() {
  : "${seconds:=2}"
  echo "Making the databases"
  seeded small 1 20
  seeded large 10000 100000
  start small
  start large
  local small=${urls[small]} large=${urls[large]} tag key
  tag=$(tags "$small" | busiest "$small" tag)
  follow_500 "$small" && local reader_of_small=$token
  follow_500 "$large" && local reader_of_large=$token

  printf '\n%-16s %8s %10s %10s %10s %6s\n' \
    "one connection" entries matching "small, us" "large, us" ratio
  compare all "?" "?"
  compare tag "?tag=$tag&" "?tag=$tag&"
  compare feed "/feed?" "/feed?"
  for key in author favorited; do
    compare "$key" "?$key=$(authors "$small" 1 | busiest "$small" "$key")&" \
      "?$key=$(authors "$large" 1 | busiest "$large" "$key")&"
  done
  stop small
  stop large
}

# compare NAME SMALL LARGE: the two lists, with as many entries on their first pages.
compare() {
  local on_small=$small/api/articles$2 on_large=$large/api/articles$3 page round
  local as_small="Authorization: Token $reader_of_small"
  local as_large="Authorization: Token $reader_of_large"
  local fewer matching
  page=$(curl -sf -H "$as_large" "$on_large")
  matching=$(count "$page")
  fewer=$(entries "$page")
  page=$(curl -sf -H "$as_small" "$on_small")
  ((fewer <= $(entries "$page"))) || fewer=$(entries "$page")
  ((fewer > 0)) || die "Nothing to compare for $1"

  # By turns, so that a busy minute touches both.
  for round in 1 2 3; do
    load 1 1 "${on_small}limit=$fewer" "$as_small" >>"$work/on-small"
    load 1 1 "${on_large}limit=$fewer" "$as_large" >>"$work/on-large"
  done
  awk -v name="$1" -v entries="$fewer" -v matching="$matching" \
    -v small="$(cut -d ' ' -f 2 "$work/on-small" | median)" \
    -v large="$(cut -d ' ' -f 2 "$work/on-large" | median)" 'BEGIN {
      printf "%-16s %8d %10d %10d %10d %6.2f\n", name, entries, matching, small, large, large / small
    }'
  rm "$work/on-small" "$work/on-large"
}

# follow_500 URL: sets `token` to that of a new reader who follows 500 authors, or all there are.
follow_500() {
  local name=reader-$EPOCHSECONDS-$RANDOM
  token=$(field "$(curl -sf "$1/api/users" -H 'Content-Type: application/json' \
    -d "{\"user\":{\"username\":\"$name\",\"email\":\"$name@conduit.example\",\"password\":\"$name\"}}")" token)
  authors "$1" 10 | awk -v url="$1" 'NR <= 500 {
    printf "url = \"%s/api/profiles/%s/follow\"\n", url, $0
  }' | curl -sf -X POST -H "Authorization: Token $token" -K - >/dev/null
}

# authors URL PAGES: who wrote the newest articles, each once.
authors() {
  local page
  for ((page = 0; page < $2; page++)); do
    curl -sf "$1/api/articles?limit=100&offset=${page}00"
  done | grep -o '"username":"[^"]*"' | cut -d '"' -f 4 | sort -u
}

# tags URL
tags() {
  curl -sf "$1/api/tags" | grep -o '"[^"]*"' | tr -d '"' | grep -vx tags
}

# busiest URL KEY: the one on standard input for whom most articles match.
busiest() {
  local value
  while read -r value; do
    echo "$(count "$(curl -sfG "$1/api/articles" -d limit=1 -d "$2=$value")") $value"
  done | sort -n | awk '{ value = $2 } END { print value }'
}
