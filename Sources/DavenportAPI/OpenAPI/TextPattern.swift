/// Regular expressions (ECMA 262) for what a text may be, counted as the API counts: in Unicode scalars, trimmed and in normal form C.
///
/// A text without characters from U+0300 up is in that form already, so for it the expression is exact. Others may become shorter or longer
/// by normalisation, which no expression can tell: it lets them pass, because a document must not refuse what the server takes.
enum TextPattern {
    /// So many characters after trimming, none of them a control character but newline and tab where `lines` says so.
    static func trimmed(_ count: ClosedRange<Int>, lines: Bool) -> String {
        let end = #"[!-~\u00A1-\u02FF]"#
        let inner = lines ? #"[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]"# : #"[^\u0000-\u001F\u007F-\u009F]"#
        let rest = "\(inner){\(max(count.lowerBound - 2, 0)),\(count.upperBound - 2)}\(end)"
        let text = end + (count.lowerBound > 1 ? rest : count.upperBound > 1 ? "(?:\(rest))?" : "")
        return "^\(spaces)\(text)\(spaces)$|" + passing(except: #"\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F"#)
    }

    /// So many characters as they are, but for NUL.
    static func untrimmed(_ count: ClosedRange<Int>) -> String {
        #"^[^\u0000]{\#(count.lowerBound),\#(count.upperBound)}$|^[^\u0000]*[^\u0000-\u02FF][^\u0000]*$"#
    }

    /// One `@` between two texts without white space.
    static let email = #"^\#(spaces)[^@\u0000- \u007F-\u00A0\#(innerWideSpace)]+@[^@\u0000- \u007F-\u00A0\#(innerWideSpace)]+\#(spaces)$"#

    /// Letters and digits of any script, `_`, `.` and `-`; from U+0300 up everything passes, because a list of the letters would be a book.
    static let username =
        #"^\#(spaces)[^\u0000-,/:-@\[-\^`\{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02C2-\u02C5"#
        + #"\u02D2-\u02DF\u02E5-\u02EB\u02ED\u02EF-\u02FF\#(wideSpace)]+\#(spaces)$"#

    /// What is cut off at both ends.
    private static let spaces = #"[\t-\r \u0085\u00A0\#(wideSpace)]*"#
    /// White space from U+0300 up. Trimming takes U+200B for it, which is none inside of a text.
    private static let wideSpace = #"\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000"#
    private static let innerWideSpace = #"\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"#

    /// A character that may be composed, and is no white space, is in it.
    private static func passing(except refused: String) -> String {
        #"^[^\#(refused)]*[^\u0000-\u02FF\#(wideSpace)][^\#(refused)]*$"#
    }
}
