#!/bin/bash
# SPDX-License-Identifier: MIT
# Pages of matches as they are typed: every tag closed, every game there, the same numbers as the match
# printed, and folders that are no match refused. How a page looks is for eyes in a browser.
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out="$folder/out" err="$folder/err"

report() { [ "$1" = 0 ] && echo "ok match report: $2" || { echo "not ok match report: $2"; tail -n 5 "$out" "$err"; }; }

# Every element is closed by its own end tag, in order; what stands in scripts and styles is not looked at.
balanced() {
    awk 'BEGIN { RS = "<"; split("meta input br", list); for (i in list) empty[list[i]] = 1 }
    NR == 1 { next }
    raw != "" { if (index($0, "/" raw ">") == 1) { raw = ""; depth-- } next }
    {
        end = index($0, ">")
        if (!end) { print "no end of tag: " substr($0, 1, 60); bad = 1; next }
        tag = substr($0, 1, end - 1)
        if (tag ~ /^!DOCTYPE/) next
        name = tag; sub(/^\//, "", name); sub(/[^a-zA-Z0-9].*/, "", name)
        if (name == "") { print "no name: " tag; bad = 1; next }
        if (gsub(/"/, "\"", tag) % 2) { print "open quote: " tag; bad = 1 }
        if (tag ~ /^\//) {
            if (stack[depth] != name) { print "</" name "> closes <" stack[depth] ">"; bad = 1 }
            depth--
        } else if (!(name in empty) && tag !~ /\/$/) {
            stack[++depth] = name
            if (name == "script" || name == "style") raw = name
        }
        count++
    }
    END { if (depth) { print depth " left open: " stack[depth]; bad = 1 } exit bad || count < 200 }' "$1" >>"$err"
}
# The checker itself must be able to say no.
printf '<p><b></p></b>%s' "$(printf '<i></i>%.0s' $(seq 200))" >"$folder/bad.html"
: >"$err"
! balanced "$folder/bad.html" && grep -qF '</p> closes <b>' "$err"
report $? 'the checker of tags finds a wrong one'

# page NAME GAMES ARGS...: plays, draws, and checks what all pages have in common; GAMES may be "any"
page() {
    local name=$1 games=$2
    shift 2
    html="$folder/$name/report.html"
    timeout 120 "$TENGEN" match "$@" --seed 7 --quiet --out "$folder/$name" </dev/null >"$folder/table" 2>"$err" ||
        { report 1 "$name: the match is played"; return; }
    [ "$games" != any ] || games=$(wc -l <"$folder/$name/games.jsonl")
    "$TENGEN" match report "$folder/$name" >"$out" 2>"$err" && [ ! -s "$err" ] && [ -s "$html" ] &&
        [ "$(cat "$out")" = "$html: $games games" ]
    report $? "$name: a page"
    balanced "$html"
    report $? "$name: every tag is closed"
    [ "$(grep -o '"why":' "$html" | wc -l)" = "$games" ] && [ "$(wc -l <"$folder/$name/games.jsonl")" = "$games" ]
    report $? "$name: every game is there"
    # Nothing is fetched, and the only scripts are ours.
    ! grep -qE '(src|href)="[^#]|url\(|@import' "$html" && [ "$(grep -c '<script' "$html")" = 2 ]
    report $? "$name: stands alone"
    for section in standings crosstable elo openings losses time games settings; do
        grep -qF "<section id=\"$section\">" "$html" || { report 1 "$name: has $section"; return; }
    done
    report 0 "$name: has all sections"
}
# same TEXT: stands on the page, whose minus is a real one
same() { sed 's/−/-/g' "$html" | grep -qF -- "$1"; }

page duel 20 --player tengen:level=2 --player random --games 20 --nodes 100 --name '<script>alert("x")</script>' --name "b & 'c'"
read -r _ elo low _ high _ <<<"$(grep '^Elo ' "$folder/table" | tr -d '[]')"
los=$(awk '/^superiority/ { print $2 }' "$folder/table")
same "<dt>Elo difference</dt><dd>${elo/inf/∞}</dd><dd class=\"note\">95% interval [${low/inf/∞}, ${high/inf/∞}]" &&
    same "<dt>Likelihood of superiority</dt><dd>$los</dd>" &&
    same "<dd>$(awk '/^pairs/ { gsub("-", "–", $2); print $2 }' "$folder/table")</dd>"
report $? 'duel: Elo, its interval, the superiority and the pairs are those of the table'
read -r wins draws losses points score <<<"$(grep -F '<script>' "$folder/table" | head -1 | sed 's/.*<\/script>//')"
same "<td>$points</td><td>$score</td><td>$wins</td><td>$draws</td><td>$losses</td>"
report $? 'duel: wins, draws, losses and points are those of the table'
grep '  as black' "$folder/table" | while read -r _ _ w d l; do same "<td>$w – $d – $l</td>" || exit 1; done
report $? 'duel: results by colour are those of the table'
same '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;' && same 'b &amp; &#39;c&#39;' && ! grep -qF '<script>alert' "$html"
report $? 'duel: names are text'

page sprt any --player tengen:level=2 --player random --nodes 200 --sprt 0,100
llr=$(sed -n 's/.*LLR \([-0-9.]*\) within \([-0-9.]*\) \.\. \([-0-9.]*\):.*/LLR \1 within \2 … \3/p' "$folder/table")
[ -n "$llr" ] && same "$llr" && same '<dd>H1 accepted</dd>' && same '<section id="sprt">'
report $? 'sprt: the verdict and its path are those of the table'

page robin 24 --player tengen:level=1 --player random --player random --player random --games 4 --nodes 50 --rule renju \
    --name one --name two --name three --name four --anchor two=1500
awk '/rating +95%/ { on = 1; next } on && NF == 5 { print } on && !NF { exit }' "$folder/table" >"$folder/ratings"
[ "$(wc -l <"$folder/ratings")" = 4 ] &&
    while read -r name rating error games points; do
        sed 's/−/-/g' "$html" | grep -F "</i>$name</span></th>" | grep -qF "<b>$rating</b> <span class=\"note\">±$error</span>" &&
            sed 's/−/-/g' "$html" | grep -F "</i>$name</span></th>" | grep -qF "<td>$games</td><td>$points</td>" || exit 1
    done <"$folder/ratings"
report $? 'robin: ratings, errors and points are those of the table'

page hex 6 --player tengen --player random --game hex --size 5x5 --swap on --nodes 50 --games 6
same '"shape":"hexagons","bottom":false,"width":5,"height":5'
report $? 'hex: the board is one of hexagons'

# --- while it is played, again, elsewhere ---

cp "$folder/duel/report.html" "$folder/before"
head -c -30 "$folder/duel/games.jsonl" >"$folder/torn" && cp "$folder/torn" "$folder/duel/games.jsonl"
"$TENGEN" match report "$folder/duel" --out "$folder/elsewhere.html" >"$out" 2>"$err" &&
    grep -qF '<b>19</b> of 20 games' "$folder/elsewhere.html" && cmp -s "$folder/torn" "$folder/duel/games.jsonl" &&
    cmp -s "$folder/before" "$folder/duel/report.html"
report $? 'a match that is being played can be looked at, and is not touched'

# --- refused in one sentence ---

refuses() { # CODE TEXT ARGS...
    local code=$1 text=$2
    shift 2
    "$TENGEN" match "$@" >"$out" 2>"$err"
    [ $? = "$code" ] && [ ! -s "$out" ] && [ "$(wc -l <"$err")" = 1 ] && grep -qF -- "$text" "$err"
    report $? "refused: $text"
}
mkdir "$folder/foreign" "$folder/broken" && echo '{"name": "web"}' >"$folder/foreign/match.json"
cp "$folder/hex/match.json" "$folder/broken" && printf 'one\ntwo\n' >"$folder/broken/games.jsonl"
refuses 2 "there is no folder '$folder/none'" report "$folder/none"
refuses 2 'there is no match in the folder' report "$folder"
refuses 2 'there is no match in the folder' report "$folder/foreign"
refuses 2 'games.jsonl:1: ' report "$folder/broken"
refuses 2 'tengen match report DIR' report
refuses 2 "'rapport' is no option" rapport "$folder/duel"
refuses 2 'report plays nothing' report "$folder/duel" --player random
refuses 3 'nowhere' report "$folder/hex" --out /nowhere/at/all.html
[ ! -e "$folder/foreign/report.html" ] && [ ! -e "$folder/broken/report.html" ]
report $? 'what is refused leaves nothing behind'
