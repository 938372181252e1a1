import Programs

/// Prints text in place of Swift's function of this name, without control characters that a terminal would obey: names and
/// texts come from members and files.
func print(_ text: String) {
    printLines(text)
}
