import Programs

/// Prints text without characters that control a terminal, because names and texts come from members and files. It
/// replaces Swift's function of the same name.
func print(_ text: String) {
    printLines(text)
}
