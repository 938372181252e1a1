import Programs

/// Prints text with the characters escaped that control a terminal, because names and texts come from members and
/// files. It replaces Swift's function of the same name.
func print(_ text: String) {
    printLines(text)
}
