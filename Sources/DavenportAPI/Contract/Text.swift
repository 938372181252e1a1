import Foundation

extension String {
    /// Without white space at either end.
    public var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// In Unicode's normal form C, in which all text is kept, counted and compared.
    public var nfc: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }

    /// The form in which two texts are equal that differ only in case or in how their characters are composed.
    public var folded: String { uppercased().lowercased().nfc }

    func require(_ count: ClosedRange<Int>) throws(FieldReason) {
        let length = unicodeScalars.count
        if length < count.lowerBound { throw FieldReason(.tooShort, "must have at least \(count.lowerBound) characters") }
        if length > count.upperBound { throw FieldReason(.tooLong, "must have at most \(count.upperBound) characters") }
    }

    func refuseControlCharacters(except allowed: Set<Unicode.Scalar>) throws(FieldReason) {
        for scalar in unicodeScalars where scalar.properties.generalCategory == .control && !allowed.contains(scalar) {
            throw FieldReason(.notAllowed, "must not contain control characters")
        }
    }
}

extension Unicode.Scalar {
    var isUsernameCharacter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            true
        default: self == "_" || self == "." || self == "-"
        }
    }
}
