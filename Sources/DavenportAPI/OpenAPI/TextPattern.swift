/// Regular expressions (ECMA 262) for valid texts, counted as the API counts: in Unicode scalars, trimmed and in NFC.
///
/// An expression is exact for a text without characters from U+0300 up, because such a text is in NFC already.
/// Normalisation may make other texts shorter or longer, which no expression can compute. Expressions accept such
/// texts, because the OpenAPI document must not refuse what the server accepts.
///
/// The expressions here contain escapes such as `\u00A0`. `portable` converts them to a form that also works in Go,
/// Rust and Python.
enum TextPattern {
    /// The highest count to use in a repetition such as `{1,200}`. Go's engine allows no higher one. Rust's engine
    /// expands each repetition, so a high count costs memory.
    private static let mostCounted = 1000

    /// Returns the expression with characters in place of `\uXXXX` escapes, which Go doesn't support. Characters below
    /// U+0100 keep an escape that every engine supports, because some of them have a special meaning in expressions.
    static func portable(_ pattern: String) -> String {
        pattern.replacing(/\\u([0-9A-F]{4})/) { match in
            guard let value = UInt32(match.1, radix: 16), value >= 0x100, let scalar = Unicode.Scalar(value) else {
                return "\\x" + match.1.suffix(2)
            }
            return String(scalar)
        }
    }

    /// Returns an expression for a text whose number of characters after trimming is in the range `count`. Control
    /// characters are refused, except newline and tab if `lines` is true.
    static func trimmed(_ count: ClosedRange<Int>, lines: Bool) -> String {
        let end = #"[!-~\u00A1-\u02FF]"#
        let inner = lines ? #"[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]"# : #"[^\u0000-\u001F\u007F-\u009F]"#
        let most = count.upperBound - 2
        let rest = "\(inner){\(max(count.lowerBound - 2, 0)),\(most > mostCounted ? "" : String(most))}\(end)"
        let text = end + (count.lowerBound > 1 ? rest : count.upperBound > 1 ? "(?:\(rest))?" : "")
        return "^\(spaces)\(text)\(spaces)$|" + passing(except: #"\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F"#)
    }

    /// Returns an expression for a text whose number of characters, without trimming, is in the range `count`. NUL is
    /// refused.
    static func untrimmed(_ count: ClosedRange<Int>) -> String {
        #"^[^\u0000]{\#(count.lowerBound),\#(count.upperBound)}$|^[^\u0000]*[^\u0000-\u02FF][^\u0000]*$"#
    }

    /// Matches an e-mail address: a local part, `@`, and labels with full stops between them. None contains white space, an invisible
    /// character, or what is reserved in a mail's header.
    static let emailAddress: String = {
        let refused = #"@"(),:;<>\[\\\]\u0000- \u007F-\u00A0\#(innerWideSpace)\#(invisible)"#
        let label = #"[^.\u3002\uFF0E\uFF61\#(refused)]+"#
        return #"^\#(spaces)[^\#(refused)]+@\#(label)(?:\.\#(label))*\#(spaces)$"#
    }()

    /// Matches a text that has a visible character.
    static let visible = #"[^\u0000- \u007F-\u00A0\#(wideSpace)\#(invisible)]"#

    /// Matches a text of which trimming leaves nothing.
    static let empty = "^\(spaces)$"

    /// Matches a text without invisible characters. They are allowed only at the ends, where trimming removes them.
    static let visibleThroughout = #"^\#(spaces)[^\u2028\u2029\#(invisible)]*\#(spaces)$"#

    /// Matches a text without invisible characters. They are allowed at the ends, where trimming removes them, and
    /// where they may affect how their neighbours are drawn.
    static let visibleBesideJoiners = #"^\#(spaces)[^\u2028\u2029\#(invisibleEverywhere)]*\#(spaces)$"#

    /// Matches a text without slash and backslash, so that it can't be a path.
    static let noSlashes = #"^[^/\\]*$"#

    /// Matches a text that has a character other than dots and white space.
    static let notDotsAlone = #"[^.\t-\r \u0085\u00A0\#(wideSpace)]"#

    /// Matches a text of `_`, `.`, `-`, and plain letters and digits of any script. It accepts nearly all characters
    /// from U+0300 up, because a list of letters would be too long.
    static let username =
        #"^\#(spaces)[^\u0000-,/:-@\[-\^`\{-\u00BF\u00D7\u00F7\u0132\u0133\u013F\u0140\u0149\u017F\u01C0-\u01CC\u01F1-\u01F3\u0250-\u0252"#
        + #"\u0255\u0258\u025A\u025C-\u0262\u0264-\u0267\u026A-\u0271\u0273-\u0288\u028C-\u0291\u0293-\u02BA\u02BD-\u02FF\u2070-\u209F"#
        + #"\uFB00-\uFB06\uFF01-\uFF5E\#(wideSpace)\#(invisible)]+\#(spaces)$"#

    /// Matches a text that has a letter or a digit. It takes every character from U+0300 up for one.
    static let letterOrDigit =
        #"[0-9A-Za-z\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02C1\u02C6-\u02D1\u02E0-\u02E4\u02EC\u02EE]|[^\u0000-\u02FF]"#

    /// Matches a text that doesn't mix scripts whose letters look alike. Each alternative allows one of these scripts
    /// and excludes the others. Letters of all other scripts are always allowed.
    static let oneAlphabet: String = {
        let alphabets = [latin, greek, cyrillic, armenian]
        let alternatives = alphabets.indices.map { one in
            "[^" + alphabets.indices.filter { $0 != one }.map { alphabets[$0] }.joined() + "]*"
        }
        return "^(?:" + alternatives.joined(separator: "|") + ")$"
    }()

    /// The everyday Latin letters, without those that normalisation turns into another script's letters or into signs.
    private static let latin = #"A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02AF\u1E00-\u1EFF"#
    private static let greek = #"\u0370-\u0373\u0376\u0377\u037B-\u037D\u037F\u0386\u0388-\u03E1\u03F0-\u03FF\u1F00-\u1FBC"#
    private static let cyrillic = #"\u0400-\u0481\u048A-\u052F\uA640-\uA66E\uA680-\uA69B"#
    private static let armenian = #"\u0531-\u0556\u0560-\u0588"#

    /// The white space that trimming removes at both ends.
    private static let spaces = #"[\t-\r \u0085\u00A0\#(wideSpace)]*"#
    /// The white space from U+0300 up that trimming removes; `spaces` also lists what is below. Inside a text, U+200B
    /// doesn't count as white space, as `innerWideSpace` shows.
    private static let wideSpace = #"\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000"#
    private static let innerWideSpace = #"\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000"#

    /// The characters up to U+FFFF that are invisible. Above that, engines disagree on what a character is.
    private static let invisible = invisibleEverywhere + #"\u200C\u200D\uFE0F"#
    /// The characters that are invisible wherever they stand. Joiners and the emoji selector aren't among them, because
    /// they affect their neighbours.
    private static let invisibleEverywhere =
        #"\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFDD0-\uFDEF"#
        + #"\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF"#

    /// Matches a text that contains a character which normalisation may compose and which isn't white space. Characters
    /// in `refused` aren't allowed.
    private static func passing(except refused: String) -> String {
        #"^[^\#(refused)]*[^\u0000-\u02FF\#(wideSpace)][^\#(refused)]*$"#
    }
}
