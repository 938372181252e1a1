/// What passwords are on the wire. Which ones are too weak, whatever their length, the server decides.
enum Password {
    /// In characters of any Unicode (rule 2.6).
    static let length = 8...128
}

extension FieldType<String> {
    /// A password that shall be set: 8 to 128 characters of any Unicode, normalised NFC, not trimmed.
    public static var password: Self {
        string.map("", schema: { .password(Password.length) }) { raw throws(FieldReason) in
            try raw.refuseTooLongToNormalise(Password.length)
            let text = raw.nfc
            guard !text.unicodeScalars.contains("\0") else { throw FieldReason(.notAllowed, "must not contain NUL") }
            try text.require(Password.length)
            return text
        }
    }

    /// A password that was set before: any text, so that a wrong one is wrong and nothing else.
    static var currentPassword: Self {
        string.map("", schema: { .text }) { raw throws(FieldReason) in raw.nfc }
    }
}
