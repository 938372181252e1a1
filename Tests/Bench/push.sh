#!/usr/bin/env bash
# Measures how many pushes of 1 KB per second go over one HTTP/2 connection to a stand-in for Apple: by our client, and in the same round by
# h2load, which is written in C and does nothing but that. Run by `bin/bench push`; rounds and seconds come from BENCH_ROUNDS and BENCH_SECONDS.
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${BENCH_ROUNDS:-5} seconds=${BENCH_SECONDS:-5} reach=10000 aim=20000

fail() {
    echo "bin/bench: $*" >&2
    exit 1
}

if ! command -v h2load > /dev/null; then
    command -v apt-get > /dev/null || fail "h2load is missing: it comes with nghttp2"
    root=()
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nghttp2-client > /dev/null
fi

program=${BENCH_STAND_IN:-}
if [ -z "$program" ]; then
    echo "Building the release program. The first time this takes many minutes." >&2
    swift build -c release --product apns-stand-in >&2
    program=$(swift build -c release --show-bin-path)/apns-stand-in
fi
[ -x "$program" ] || fail "$program is no program"

work=$(mktemp -d)
"$program" --state "$work" --any-team --quiet < /dev/null > "$work/printed" 2>&1 &
stand_in=$!
trap 'kill $stand_in 2> /dev/null || true; wait; rm -rf "$work"' EXIT
for _ in {1..100}; do
    [ ! -s "$work/url" ] || break
    kill -0 $stand_in 2> /dev/null || fail "the stand-in did not start: $(< "$work/printed")"
    sleep 0.05
done

# A token that is well-formed: of a team that it does not know the stand-in takes any signature.
base64url() { base64 -w 0 | tr '+/' '-_' | tr -d '='; }
token=$(printf '{"alg":"ES256","kid":"K"}' | base64url).$(printf '{"iss":"H2LOAD","iat":%s}' "$(date +%s)" | base64url)
token=$token.$(printf '%064d' 0 | base64url)
head -c 1024 /dev/zero | tr '\0' x > "$work/payload"
device=$(printf 'ab%.0s' {1..32})

ours() { "$program" measure --state "$work" --seconds "$seconds" | awk '{ print $1 }'; }

h2load_rate() {
    h2load -c 1 -m 1000 -t 1 -D "$seconds" -d "$work/payload" -H "authorization: bearer $token" -H 'apns-topic: app.davenport' \
        -H 'apns-push-type: alert' -H 'apns-priority: 10' -H 'apns-expiration: 2000000000' -H 'apns-collapse-id: 0123456789abcdef0123456789abcdef' \
        -H 'apns-id: 00000000-0000-4000-8000-000000000000' "$(< "$work/url")/3/device/$device" > "$work/h2load"
    grep -q ' 0 4xx, 0 5xx' "$work/h2load" || fail "h2load was refused: $(grep 'status codes' "$work/h2load")"
    awk '/^finished in/ { print int($4) }' "$work/h2load"
}

middle() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

for ((round = 1; round <= rounds; round++)); do
    us=$(ours) them=$(h2load_rate)
    echo "Round $round: ours $us/s, h2load $them/s" >&2
    echo "$us" >> "$work/ours"
    echo "$them" >> "$work/theirs"
done
us=$(middle < "$work/ours") them=$(middle < "$work/theirs")
verdict=MISSED
[ "$us" -lt $reach ] || verdict=reached
[ "$us" -lt $aim ] || verdict=aim
echo "Pushes of 1 KB per second over one connection, $rounds rounds of $seconds s, on $(nproc) processors which the stand-in shares:"
echo "  ours $us   h2load $them   ratio $(awk "BEGIN { printf \"%.2f\", $us / $them }")   to reach $reach, aim $aim: $verdict"
