# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v dir=DIR -v strict=0|1 -f pgn.awk GAMES.pgn
# Split XBoard's games into DIR/game-N.pgn. For each print "N RESULT COLOR HOW": the color is
# Alula's (both, if it plays itself), and HOW is mate, stalemate, repetition, fifty, material,
# agreed, resigned, "note" (another engine lost on time or by another error) or fault followed by
# XBoard's comment. Exit status 1 if a game has no valid end, or Alula lost it by an error.

function flush_game() {
    if (!number)
        return
    close(file)
    color = tag["White"] ~ /^Alula/ ? (tag["Black"] ~ /^Alula/ ? "both" : "white") : \
            tag["Black"] ~ /^Alula/ ? "black" : "none"
    if (result != tag["Result"] || result !~ /^(1-0|0-1|1\/2-1\/2)$/) {
        how = "fault without a result: " comment
    } else if (result == "1/2-1/2") {
        how = comment ~ /[Ss]talemate/ ? "stalemate" : comment ~ /[Rr]epetition/ ? "repetition" : \
              comment ~ /50|[Ff]ifty/ ? "fifty" : comment ~ /[Ii]nsufficient/ ? "material" : \
              comment ~ /agree/ ? "agreed" : "fault: " comment
    } else {
        how = comment ~ /[Cc]heckmate|mates$/ ? "mate" : comment ~ /resigns/ ? "resigned" : \
              color == (result == "1-0" ? "white" : "black") ? "note: " comment : "fault: " comment
    }
    if (how ~ /^fault/)
        found = 1
    print number, result, color, how
}

{ sub(/\r$/, "") }

/^\[Event / {
    flush_game()
    file = dir "/game-" ++number ".pgn"
    result = comment = ""
    split("", tag)
}

/^\[[A-Za-z]+ ".*"\]$/ {
    name = substr($1, 2)
    value = $0
    sub(/^[^"]*"/, "", value)
    sub(/"\]$/, "", value)
    tag[name] = value
}

/^\{.*\} (1-0|0-1|1\/2-1\/2|\*)$/ {
    result = $NF
    comment = $0
    sub(/^\{/, "", comment)
    sub(/\} [^ ]*$/, "", comment)
}

number { print > file }

END {
    flush_game()
    exit found
}
