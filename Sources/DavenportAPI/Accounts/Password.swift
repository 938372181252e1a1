/// The syntax of passwords in requests. The server also refuses weak passwords of any length.
enum Password {
    /// The allowed number of characters of a password, of any Unicode script (rule 2.6).
    static let length = 8...128
}

extension FieldType<String> {
    /// A new password: 8 to 128 Unicode characters, normalised to NFC and not trimmed.
    public static var password: Self {
        string.map("", schema: { .password(Password.length) }) { raw throws(FieldReason) in
            try raw.refuseTooLongToNormalise(Password.length)
            let text = raw.nfc
            guard !text.unicodeScalars.contains("\0") else { throw FieldReason(.notAllowed, "must not contain NUL") }
            try text.require(Password.length)
            return text
        }
    }

    /// The current password, to compare with the stored one. Any text is valid, so that a wrong password always gets
    /// the same error.
    static var currentPassword: Self {
        string.map("", schema: { .text }) { raw throws(FieldReason) in raw.nfc }
    }
}
