import Foundation

/// What an e-mail address is, on the wire and in the document (rule 2.5). Whether somebody reads it there, nobody can tell.
package enum EmailAddress {
    /// In characters.
    package static let length = 3...254

    /// Something, an `@`, and something; no white space, and nothing that can't be seen.
    fileprivate static func isOne(_ text: String) -> Bool {
        // A scalar after the other: a mark may make one character of itself and the @ or the space before.
        let scalars = text.unicodeScalars
        let parts = scalars.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !scalars.contains { $0.properties.isWhitespace || $0.isInvisible }
    }

    /// The same as an expression.
    fileprivate static let pattern = TextPattern.texts(besides: "@")
}

extension FieldType<String> {
    /// An e-mail address.
    public static var email: Self {
        text(EmailAddress.length).map("", schema: { .trimmed(EmailAddress.length, also: EmailAddress.pattern) }) {
            text throws(FieldReason) in
            guard EmailAddress.isOne(text) else { throw FieldReason(.malformed, "must be an e-mail address") }
            return text
        }
    }
}
