/// Seconds of a thing as people write them: `15:43`, `1:02:03`, `75:00`.
public enum TimestampText {
    /// The seconds that there are: those of a day, from the start of the thing (rule 6.1).
    public static let range = 0...86_399

    /// Cuts a timestamp off the head of a comment's content.
    ///
    /// `h:` with one or two digits may lead; minutes have one to three digits, or two from 00 to 59 after hours; seconds are 00 to 59;
    /// white space and text follow. Digits and colon may be full-width, as Japanese and Chinese input methods write them. What doesn't
    /// fit is content as typed.
    /// - Returns: the seconds (below 24 hours) and the remaining text, or nil where the content has no such head.
    public static func cut(_ content: String) -> (seconds: Int, content: String)? {
        guard let end = content.firstIndex(where: \.isWhitespace), let seconds = seconds(content[..<end]) else { return nil }
        let rest = String(content[end...]).trimmed
        return rest.isBlank ? nil : (seconds, rest)
    }

    /// Writes a second of a thing so that `seconds` and `cut` read it back: `943` is `15:43`, `3723` is `1:02:03`, `7` is `0:07`.
    /// - Parameter seconds: from the start of the thing; those outside of 0 to 86,399 count as the nearest of these.
    public static func text(_ seconds: Int) -> String {
        let seconds = min(max(seconds, range.lowerBound), range.upperBound)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, Digits.padded(seconds % 60, 2))
        return hours > 0 ? "\(hours):\(Digits.padded(minutes, 2)):\(rest)" : "\(minutes):\(rest)"
    }

    /// Reads a timestamp and nothing besides, in the form that a comment may begin with.
    /// - Returns: the seconds (below 24 hours), or nil where the text has another form.
    public static func seconds(_ text: some StringProtocol) -> Int? {
        let parts = text.narrow.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { ArraySlice($0) }
        guard (2...3).contains(parts.count), let last = sixty(parts[parts.count - 1]) else { return nil }
        let total: Int
        if parts.count == 2 {
            guard parts[0].count <= 3, let minutes = Digits.number(parts[0]) else { return nil }
            total = minutes * 60 + last
        } else {
            guard parts[0].count <= 2, let hours = Digits.number(parts[0]), let minutes = sixty(parts[1]) else { return nil }
            total = hours * 3600 + minutes * 60 + last
        }
        return range.contains(total) ? total : nil
    }

    /// Exactly two digits from 00 to 59.
    private static func sixty(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count == 2, let number = Digits.number(digits), number < 60 else { return nil }
        return number
    }
}

extension StringProtocol {
    /// With full-width digits and colons as those of ASCII.
    fileprivate var narrow: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar {
                    case "\u{FF10}"..."\u{FF1A}": Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
                    default: scalar
                    }
                }))
    }
}
