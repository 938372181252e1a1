import Foundation

/// How long names of people are, in characters (rule 2.5).
package enum NameLength {
    package static let ofPerson = 1...60
    package static let username = 2...30
}

extension FieldType<String> {
    /// A person's given or family name: 1 to 60 characters, all of which can be seen.
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

    /// A username: 2 to 30 letters, digits, `_`, `.` or `-`, which can't be mistaken for another.
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
    /// What would draw over the text around it, or turn it round: a community's name is shown in lists, and in an operator's terminal.
    package func refuseUnrulyCharacters() throws(FieldReason) {
        try refuseControlCharacters(except: [])
        for scalar in unicodeScalars where scalar.breaksLine || scalar.properties.isBidiControl {
            throw FieldReason(.notAllowed, "must not contain characters that break the line or turn its direction")
        }
    }

    /// What is in a name and can't be seen in it, so that it could pass for another, as by marks that turn its direction.
    func refuseInvisibleCharacters() throws(FieldReason) {
        for scalar in unicodeScalars where scalar.isInvisible || scalar.breaksLine {
            throw FieldReason(.notAllowed, "must not contain invisible characters")
        }
    }

    /// The same of a name in any language: what has its neighbours drawn as they are meant may stand between them.
    func refuseInvisibleCharactersBesideJoiners() throws(FieldReason) {
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() where scalar.breaksLine || scalar.isInvisible && !scalars.shapesNeighbours(at: index) {
            throw FieldReason(.notAllowed, "must not contain invisible characters")
        }
    }

    /// What would let a name of somebody look like another, or like none.
    fileprivate func refuseDeceptiveCharacters() throws(FieldReason) {
        try refuseInvisibleCharacters()
        guard unicodeScalars.first?.isMark != true else { throw FieldReason(.notAllowed, "must not begin with a combining mark") }
        guard !hasPiledMarks else { throw FieldReason(.notAllowed, "must not have more than 2 combining marks in a row") }
    }

    /// Whether a letter bears more than two combining marks, or is made of more than two parts besides: marks piled up cover what is around
    /// them.
    private var hasPiledMarks: Bool {
        var (marks, parts) = (0, 0)
        for scalar in unicodeScalars {
            if scalar.isPartOfLetter { parts += 1 } else if scalar.isMark { marks += 1 } else { (marks, parts) = (0, 0) }
            if marks > 2 || parts > 2 { return true }
        }
        return false
    }

    /// A dot above a letter that has one already, as `i`, isn't seen.
    fileprivate func refuseSecondDots() throws(FieldReason) {
        for (letter, next) in zip(unicodeScalars, unicodeScalars.dropFirst()) where next == "\u{307}" && letter.properties.isSoftDotted {
            throw FieldReason(.notAllowed, "must not have a dot above a letter that has one already")
        }
    }

    /// What directs the text around it, what nobody but its maker knows, and what stands for something else.
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

    /// Whether it isn't another character in another dress, as wide, mathematical and raised letters and ligatures are (Unicode's form
    /// NFKC).
    fileprivate var isPlain: Bool {
        isASCII || Self.plainThoughComposed.contains(self)
            || String(self).precomposedStringWithCompatibilityMapping.unicodeScalars.elementsEqual(CollectionOfOne(self))
    }

    /// Everyday letters of Armenian, Thai and Lao that NFKC would take apart.
    private static let plainThoughComposed: Set<Unicode.Scalar> = ["\u{587}", "\u{E33}", "\u{EB3}", "\u{EDC}", "\u{EDD}"]

    /// A mark above, below, through or around the letter before. Those that stand beside it cover nothing.
    fileprivate var isMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }

    /// What is encoded as a mark but belongs to its letter: the dot of Indic consonants (nukta), Khmer's shifters, Myanmar's medials, and
    /// the consonants that Tibetan writes below others.
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
