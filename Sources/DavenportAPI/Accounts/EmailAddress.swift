import Foundation

/// The syntax of e-mail addresses in requests and in the OpenAPI document (rule 2.5). Nothing verifies that the mailbox
/// exists.
package enum EmailAddress {
    /// The allowed number of characters of an e-mail address.
    package static let length = 3...254

    /// Whether a text is the plain address of one mailbox: a local part, `@`, and a domain whose labels are divided by full stops.
    /// Neither part has white space, an invisible character, or a character that has a meaning of its own in a mail's header.
    fileprivate static func isOne(_ text: String) -> Bool {
        // Compares scalars, not characters: a combining mark would merge with the `@` or the space before it.
        let scalars = text.unicodeScalars
        let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        return parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
            && !parts[1].contains { otherFullStops.contains($0) }
            && !scalars.contains { $0.properties.isWhitespace || $0.isInvisible || specials.contains($0) }
    }

    /// What RFC 5322 reserves (section 3.2.3). The last two are `<` and `>` with a stroke, which normalisation makes of two characters.
    private static let specials: Set<Unicode.Scalar> = [
        "\"", "(", ")", ",", ":", ";", "<", ">", "[", "\\", "]", "\u{226E}", "\u{226F}",
    ]
    /// What domain names take for a full stop besides the full stop (RFC 3490, section 3.1).
    private static let otherFullStops: Set<Unicode.Scalar> = ["\u{3002}", "\u{FF0E}", "\u{FF61}"]

    /// A regular expression for the OpenAPI document. It accepts what `isOne` accepts.
    fileprivate static let pattern = TextPattern.emailAddress
}

extension FieldType<String> {
    /// An e-mail address of 3 to 254 characters, after trimming.
    public static var email: Self {
        text(EmailAddress.length).map("", schema: { .trimmed(EmailAddress.length, also: EmailAddress.pattern) }) {
            text throws(FieldReason) in
            guard EmailAddress.isOne(text) else { throw FieldReason(.malformed, "must be a plain e-mail address, such as ada@example.org") }
            return text
        }
    }
}
