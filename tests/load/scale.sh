# Whether a list costs what its page costs, or what is stored; read by run.sh.

scale() {
  : "${seconds:=2}"
  echo "Making the databases"
  seeded "$folder/small.db" 1 20
  seeded "$folder/large.db" 10000 100000
  start small "$folder/small.db"
  start large "$folder/large.db"
  local small=${urls[small]} large=${urls[large]} tag
  tag=$(commonest_tag "$small")
  follow_500 "$small" && local reader_of_small=$token
  follow_500 "$large" && local reader_of_large=$token

  printf '\n%-16s %8s %10s %10s %10s %6s\n' \
    "one connection" entries matching "small, us" "large, us" ratio
  compare "plain list" "?" "?"
  compare "one tag" "?tag=$tag&" "?tag=$tag&"
  compare "one author" "?author=$(first_author "$small")&" "?author=$(first_author "$large")&"
  compare "feed" "/feed?" "/feed?"
  compare "favorites" "?favorited=$(first_author "$small")&" "?favorited=$(first_author "$large")&"
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
  local name=reader-$EPOCHSECONDS-$RANDOM offset author
  token=$(field "$(curl -sf "$1/api/users" -H 'Content-Type: application/json' \
    -d "{\"user\":{\"username\":\"$name\",\"email\":\"$name@conduit.example\",\"password\":\"$name\"}}")" token)
  for offset in {0..900..100}; do
    curl -sf "$1/api/articles?limit=100&offset=$offset"
  done | grep -o '"username":"[^"]*"' | cut -d '"' -f 4 | sort -u | awk 'NR <= 500' >"$work/authors"
  while read -r author; do
    printf 'url = "%s/api/profiles/%s/follow"\n' "$1" "$author"
  done <"$work/authors" | curl -sf -X POST -H "Authorization: Token $token" -K - >/dev/null
}

# commonest_tag URL
commonest_tag() {
  local tag
  curl -sf "$1/api/tags" | grep -o '"[^"]*"' | tr -d '"' | while read -r tag; do
    [[ $tag == tags ]] || echo "$(count "$(curl -sfG "$1/api/articles" -d limit=1 -d "tag=$tag")") $tag"
  done | sort -n | awk '{ tag = $2 } END { print tag }'
}

# first_author URL: who wrote the newest article.
first_author() {
  field "$(curl -sf "$1/api/articles?limit=1")" username
}
