/// Checks that keep the letters, digits and marks of a username from imitating another username.
extension String {
    /// Refuses phonetic and raised letters, which are used in names only to imitate others.
    func refuseLookalikes() throws(FieldReason) {
        let hasKana = unicodeScalars.contains { Alphabet($0).map(Alphabet.kana.contains) ?? false }
        for scalar in unicodeScalars where scalar.isLookalike {
            // The sign of a long vowel looks like a dash in a name without kana.
            guard scalar == "\u{30FC}", hasKana else {
                throw FieldReason(.notAllowed, "must not have letters that stand for sounds or only look like others")
            }
        }
    }

    /// Refuses a name with letters of two scripts, because many letters of different scripts look alike. Scripts that
    /// people mix every day, such as Latin and Japanese, are allowed together.
    func refuseMixedAlphabets() throws(FieldReason) {
        var found: [Alphabet] = []
        for alphabet in unicodeScalars.lazy.filter({ $0.isLetter }).compactMap({ Alphabet($0) }) where !found.contains(alphabet) {
            if let other = found.first(where: { !$0.mixes(with: alphabet) }) {
                throw FieldReason(.notAllowed, "must not mix \(other.name) and \(alphabet.name) letters")
            }
            found.append(alphabet)
        }
    }

    /// Refuses a name that mixes two kinds of digits, such as ASCII and Arabic ones. A name may have the digits 0 to 9,
    /// or those of its letters' own script.
    func refuseMixedDigits() throws(FieldReason) {
        let zeros = Set(unicodeScalars.compactMap { $0.zero })
        let letters = Set(unicodeScalars.lazy.filter { $0.isLetter }.compactMap { Alphabet($0) })
        let digits = Set(unicodeScalars.lazy.filter { $0.zero != nil }.compactMap { Alphabet($0) })
        guard zeros.count <= 1, letters.isEmpty || digits.isSubset(of: letters) else {
            throw FieldReason(.notAllowed, "must have the digits 0 to 9, or only those of its own alphabet")
        }
    }

    /// Refuses a mark that doesn't belong to the script of its letter. European letters, digits and signs may have only
    /// the common accents.
    func refuseForeignMarks() throws(FieldReason) {
        var base: Alphabet?
        for scalar in unicodeScalars {
            guard scalar.isAnyMark else {
                base = Alphabet(scalar)
                continue
            }
            guard scalar.isAccent || base.map(scalar.isMark) ?? false else {
                throw FieldReason(.notAllowed, "must not have marks of another alphabet on a letter")
            }
        }
    }
}

extension Unicode.Scalar {
    var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// The code point of the digit 0 of the same script as this digit; nil if the scalar isn't a digit.
    fileprivate var zero: UInt32? {
        guard properties.generalCategory == .decimalNumber, let digit = properties.numericValue else { return nil }
        return value - UInt32(digit)
    }

    fileprivate var isAnyMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
    }

    /// Whether the scalar is in a block of combining diacritical marks.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: false
        }
    }

    /// Whether letters of a script may have this mark, because the mark belongs to that script or is common to several.
    /// It is false for European scripts, whose letters may have only the common accents.
    fileprivate func isMark(of alphabet: Alphabet) -> Bool {
        !Alphabet.european.contains(alphabet) && (Alphabet(self) ?? alphabet) == alphabet
    }

    /// Whether the scalar is a letter that no everyday script uses: a phonetic letter, a click, a letter of old prints,
    /// a raised letter, a part of a Korean syllable, or a letter without a script.
    fileprivate var isLookalike: Bool {
        guard isLetter, !Self.everyday.contains(self) else { return false }
        let alphabet = Alphabet(self)
        if alphabet == nil { return true }
        if properties.generalCategory == .modifierLetter, let alphabet, Alphabet.european.contains(alphabet) { return true }
        switch value {
        case 0x1C0...0x1C3, 0x250...0x2AF, 0x1100...0x11FF, 0x1D00...0x1DBF, 0x2C6D...0x2C6F, 0x2C77...0x2C7D, 0xA720...0xA7FF,
            0xA960...0xA97F, 0xAB30...0xAB6F, 0xD7B0...0xD7FF, 0x1DF00...0x1DFFF:
            return true
        default: return false
        }
    }

    /// Everyday letters that would otherwise count as lookalikes (`isLookalike`): letters of African languages and of
    /// Azerbaijani, letters of Hawaiian and others that look like apostrophes, and one letter of Japanese.
    private static let everyday: Set<Unicode.Scalar> = [
        "\u{253}", "\u{254}", "\u{256}", "\u{257}", "\u{259}", "\u{25B}", "\u{263}", "\u{268}", "\u{269}", "\u{272}", "\u{289}", "\u{28A}",
        "\u{28B}", "\u{292}", "\u{2BB}", "\u{2BC}", "\u{3006}",
    ]
}
