import Foundation

/// The allowed number of characters of each kind of people's names (rule 2.5).
package enum NameLength {
    package static let ofPerson = 1...60
    package static let username = 2...30
}

extension FieldType<String> {
    /// A person's given or family name: 1 to 60 visible characters.
    public static var nameOfPerson: Self {
        let length = NameLength.ofPerson
        let schema: @Sendable () -> JSONValue = { .trimmed(length, also: TextPattern.visibleThroughout, TextPattern.letterOrDigit) }
        return text(length).map("", schema: schema) { text throws(FieldReason) in
            try text.refuseDeceptiveCharacters()
            try text.refuseMeaninglessCharacters()
            try text.requireLetterOrDigit()
            return text
        }
    }

    /// A username: 2 to 30 letters, digits, `_`, `.` or `-`, which can't be confused with another username.
    public static var username: Self {
        let length = NameLength.username
        let schema: @Sendable () -> JSONValue = {
            .trimmed(length, also: TextPattern.username, TextPattern.oneAlphabet, TextPattern.letterOrDigit)
        }
        return text(length).map("", schema: schema) { text throws(FieldReason) in
            try text.refuseDeceptiveCharacters()
            guard text.unicodeScalars.allSatisfy({ $0.isUsernameCharacter }) else {
                throw FieldReason(.malformed, "may hold letters, digits, _, . and - only")
            }
            guard text.unicodeScalars.allSatisfy({ $0.isPlain }) else {
                throw FieldReason(.notAllowed, "must have its letters and digits in their plain form, not wide, bold, raised or joined")
            }
            try text.requireLetterOrDigit()
            try text.refuseSecondDots()
            try text.refuseLookalikes()
            try text.refuseMixedAlphabets()
            try text.refuseMixedDigits()
            try text.refuseForeignMarks()
            return text
        }
    }
}

extension String {
    /// Refuses a text with characters that draw over the surrounding text or reverse its direction, because lists and
    /// an operator's terminal show the text.
    package func refuseLayoutBreakingCharacters() throws(FieldReason) {
        try refuseControlCharacters(except: [])
        for scalar in unicodeScalars where scalar.breaksLine || scalar.properties.isBidiControl {
            throw FieldReason(.notAllowed, "must not contain characters that break the line or turn its direction")
        }
    }

    /// Refuses invisible characters, such as direction marks, with which one name could imitate another.
    func refuseInvisibleCharacters() throws(FieldReason) {
        for scalar in unicodeScalars where scalar.isInvisible || scalar.breaksLine {
            throw FieldReason(.notAllowed, "must not contain invisible characters")
        }
    }

    /// Refuses a text with invisible characters, except those that affect how their neighbours are drawn. Some
    /// languages need such characters.
    func refuseInvisibleCharactersBesideJoiners() throws(FieldReason) {
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() where scalar.breaksLine || scalar.isInvisible && !scalars.joinsNeighbours(at: index) {
            throw FieldReason(.notAllowed, "must not contain invisible characters")
        }
    }

    /// Refuses characters with which a person's name could imitate another, or look empty.
    fileprivate func refuseDeceptiveCharacters() throws(FieldReason) {
        try refuseInvisibleCharacters()
        guard unicodeScalars.first?.isMark != true else { throw FieldReason(.notAllowed, "must not begin with a combining mark") }
        guard !hasPiledMarks else { throw FieldReason(.notAllowed, "must not have more than 2 combining marks in a row") }
    }

    /// Whether a letter has more than two combining marks, or more than two marks that are part of the letter
    /// (`isPartOfLetter`). Piled marks cover the surrounding text.
    private var hasPiledMarks: Bool {
        var (marks, parts) = (0, 0)
        for scalar in unicodeScalars {
            if scalar.isPartOfLetter { parts += 1 } else if scalar.isMark { marks += 1 } else { (marks, parts) = (0, 0) }
            if marks > 2 || parts > 2 { return true }
        }
        return false
    }

    /// Refuses a combining dot above a letter that already has a dot, such as `i`, because the second dot would be
    /// invisible.
    fileprivate func refuseSecondDots() throws(FieldReason) {
        for (letter, next) in zip(unicodeScalars, unicodeScalars.dropFirst()) where next == "\u{307}" && letter.properties.isSoftDotted {
            throw FieldReason(.notAllowed, "must not have a dot above a letter that has one already")
        }
    }

    /// Refuses format characters, private-use characters and placeholders.
    fileprivate func refuseMeaninglessCharacters() throws(FieldReason) {
        guard !unicodeScalars.contains(where: { $0.isMeaningless }) else {
            throw FieldReason(.notAllowed, "must not contain characters that stand for nothing of their own")
        }
    }

    fileprivate func requireLetterOrDigit() throws(FieldReason) {
        guard unicodeScalars.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw FieldReason(.malformed, "must have a letter or a digit")
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

    /// Whether the scalar isn't a variant of another one, such as a wide, mathematical or raised letter or a ligature
    /// (Unicode's NFKC).
    fileprivate var isPlain: Bool {
        isASCII || Self.plainThoughComposed.contains(self)
            || String(self).precomposedStringWithCompatibilityMapping.unicodeScalars.elementsEqual(CollectionOfOne(self))
    }

    /// Everyday letters of Armenian, Thai and Lao that count as plain although NFKC would decompose them.
    private static let plainThoughComposed: Set<Unicode.Scalar> = ["\u{587}", "\u{E33}", "\u{EB3}", "\u{EDC}", "\u{EDD}"]

    /// Whether the scalar is a combining mark above, below, through or around the previous letter. It is false for
    /// marks beside a letter, because they cover nothing.
    fileprivate var isMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }

    /// Whether the scalar is encoded as a mark but is part of its letter: the dot of Indic consonants (nukta), Khmer's
    /// shifters, Myanmar's medials, and the consonants that Tibetan writes below others.
    fileprivate var isPartOfLetter: Bool {
        switch value {
        case 0x17C9...0x17CA, 0x103B...0x103E, 0xF8D...0xFBC: true
        default: properties.canonicalCombiningClass == .nukta
        }
    }

    fileprivate var isMeaningless: Bool {
        switch properties.generalCategory {
        case .format, .privateUse, .unassigned: true
        default: self == "\u{FFFC}" || self == "\u{FFFD}"
        }
    }

    fileprivate var isNumber: Bool {
        properties.generalCategory == .decimalNumber || properties.generalCategory == .letterNumber
    }

    fileprivate var breaksLine: Bool {
        properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
