/// Parses and formats timestamps within a show or movie, as people write them: `15:43`, `1:02:03`, `75:00`.
public enum TimestampText {
    /// The allowed seconds from the start of a show or movie: those of one day (rule 6.1).
    public static let range = 0...86_399

    /// Splits a timestamp from the beginning of a comment's content.
    ///
    /// The form is optional hours of one or two digits, minutes, and seconds from 00 to 59, then white space and text.
    /// Without hours, the minutes have one to three digits; after hours, they are two digits from 00 to 59. Digits and
    /// colons may be full-width, as Japanese and Chinese input methods write them. Any other beginning is part of the
    /// content.
    /// - Returns: the seconds (below 24 hours) and the remaining text, or nil if the content doesn't begin with a
    ///   timestamp.
    public static func cut(_ content: String) -> (seconds: Int, content: String)? {
        guard let end = content.firstIndex(where: \.isWhitespace), let seconds = seconds(content[..<end]) else { return nil }
        let rest = String(content[end...]).trimmed
        return rest.isBlank ? nil : (seconds, rest)
    }

    /// Returns the second at which a comment belongs, and its words (rule 6.2).
    /// - Parameters:
    ///   - seconds: the second that the request names, which counts if the content begins with no timestamp.
    ///   - literal: whether a timestamp at the beginning belongs to the words.
    package static func said(_ content: String, at seconds: Int?, literal: Bool) -> (seconds: Int?, content: String) {
        guard !literal, let cut = cut(content) else { return (seconds, content) }
        return (cut.seconds, cut.content)
    }

    /// Formats seconds as a timestamp: `943` as `15:43`, `3723` as `1:02:03`, `7` as `0:07`. The functions `seconds`
    /// and `cut` parse such a text.
    public static func text(_ seconds: Int) -> String {
        let seconds = min(max(seconds, range.lowerBound), range.upperBound)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, Digits.padded(seconds % 60, 2))
        return hours > 0 ? "\(hours):\(Digits.padded(minutes, 2)):\(rest)" : "\(minutes):\(rest)"
    }

    /// Parses a text that consists of a timestamp only, such as `15:43` or `1:02:03`.
    /// - Returns: the seconds (below 24 hours), or nil if the text isn't a timestamp.
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

    /// Parses two digits from 00 to 59, of minutes or seconds; nil for anything else.
    private static func sixty(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count == 2, let number = Digits.number(digits), number < 60 else { return nil }
        return number
    }
}

extension StringProtocol {
    /// The text, with full-width digits and colons replaced by ASCII ones.
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
