# Shows where `pattern` occurs in Swift code without a comment on its line or the one above: for bin/check.
FNR == 1 { explained = quoted = 0 }
gsub(/"""/, "&") % 2 { quoted = !quoted }
quoted { next }
{
    code = $0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
    comment = code ~ /\/\//
    alone = code ~ /^ *\/\//
    sub(/\/\/.*/, "", code)
    risky = code ~ pattern
    if (risky && !comment && !explained) print FILENAME ":" FNR ":" $0
    # A comment explains the line below it, and a run of such lines.
    explained = alone || (risky && (comment || explained))
}
