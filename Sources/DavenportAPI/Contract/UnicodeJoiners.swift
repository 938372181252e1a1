extension [Unicode.Scalar] {
    /// Whether the scalar at an index is invisible but affects how its neighbours are drawn. It is true for joiners
    /// between letters of scripts that join letters, such as the Arabic and the Indian ones. It is also true for the
    /// joiner between the parts of an emoji, and for the selector that makes the previous character an emoji.
    func joinsNeighbours(at index: Int) -> Bool {
        guard index > 0 else { return false }
        let (before, after) = (self[index - 1], index + 1 < count ? self[index + 1] : nil)
        switch self[index] {
        case "\u{200C}": return before.isOfJoiningScript && after?.isOfJoiningScript == true
        case "\u{200D}": return before.isOfJoiningScript || after?.isPicture == true && endsPicture(at: index - 1)
        case "\u{FE0F}": return before.isPicture || after == "\u{20E3}" && before.properties.isEmoji
        default: return false
        }
    }

    /// Whether the scalar at the index is the last one of an emoji. A skin colour counts as an emoji itself.
    private func endsPicture(at index: Int) -> Bool {
        self[index].isPicture || self[index] == "\u{FE0F}" && joinsNeighbours(at: index)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an emoji or may be drawn as one. It is false for digits, although Unicode counts them as
    /// emoji.
    fileprivate var isPicture: Bool { !isASCII && properties.isEmoji }

    /// Whether the scalar is a letter, or a mark on one, of a script whose letters change with their neighbours.
    fileprivate var isOfJoiningScript: Bool {
        guard Self.joiningScripts.contains(where: { $0.contains(value) }) else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return properties.isAlphabetic
        }
    }

    /// The ranges of code points of the scripts that change letters with their neighbours: Arabic to Sinhala, with the
    /// Indian scripts between them, and Mongolian.
    private static let joiningScripts: [ClosedRange<UInt32>] = [0x600...0xDFF, 0x1800...0x18AF]
}
