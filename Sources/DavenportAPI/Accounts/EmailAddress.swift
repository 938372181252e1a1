import Foundation

/// The syntax of e-mail addresses in requests and in the OpenAPI document (rule 2.5). Nothing verifies that the mailbox
/// exists.
package enum EmailAddress {
    /// The allowed number of characters of an e-mail address.
    package static let length = 3...254

    /// Whether a text has exactly one `@` with at least one character on both sides, no white space and no invisible
    /// character.
    fileprivate static func isOne(_ text: String) -> Bool {
        // Compares scalars, not characters: a combining mark would merge with the `@` or the space before it.
        let scalars = text.unicodeScalars
        let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !scalars.contains { $0.properties.isWhitespace || $0.isInvisible }
    }

    /// A regular expression for a text with exactly one `@` and characters on both sides, for the OpenAPI document. It
    /// accepts what `isOne` accepts.
    fileprivate static let pattern = TextPattern.texts(besides: "@")
}

extension FieldType<String> {
    /// An e-mail address of 3 to 254 characters, after trimming.
    public static var email: Self {
        text(EmailAddress.length).map("", schema: { .trimmed(EmailAddress.length, also: EmailAddress.pattern) }) {
            text throws(FieldReason) in
            guard EmailAddress.isOne(text) else { throw FieldReason(.malformed, "must be an e-mail address") }
            return text
        }
    }
}
