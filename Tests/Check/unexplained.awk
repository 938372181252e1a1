# Prints the lines of Swift code with a pattern that have no comment on the line or the one above:
# awk -v pattern=… -f unexplained.awk FILE…
FNR == 1 { explained = quoted = 0 }
gsub(/"""/, "&") % 2 { quoted = !quoted }
quoted { next }
# Skip attributes, which are between a declaration and its comment.
/^ *(@[A-Za-z_]+(\([^)]*\))? *)+$/ { next }
{
    code = $0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
    comment = code ~ /\/\//
    alone = code ~ /^ *\/\//
    sub(/\/\/.*/, "", code)
    risky = code ~ pattern
    if (risky && !comment && !explained) print FILENAME ":" FNR ":" $0
    # A comment explains the line below it, and further matching lines directly after that.
    explained = alone || (risky && (comment || explained))
}
