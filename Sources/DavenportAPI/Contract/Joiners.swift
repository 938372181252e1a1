extension [Unicode.Scalar] {
    /// Whether the one at an index draws nothing itself, but has its neighbours drawn as they are meant: the joiners in scripts whose
    /// letters join, as Persian's and India's, the joiner between emoji that are one, and the selector behind what is to be drawn as an
    /// emoji.
    func shapesNeighbours(at index: Int) -> Bool {
        guard index > 0 else { return false }
        let (before, after) = (self[index - 1], index + 1 < count ? self[index + 1] : nil)
        switch self[index] {
        case "\u{200C}": return before.isOfJoiningScript && after?.isOfJoiningScript == true
        case "\u{200D}": return before.isOfJoiningScript || after?.isPicture == true && endsPicture(at: index - 1)
        case "\u{FE0F}": return before.isPicture || after == "\u{20E3}" && before.properties.isEmoji
        default: return false
        }
    }

    /// A skin's colour is a picture of its own.
    private func endsPicture(at index: Int) -> Bool {
        self[index].isPicture || self[index] == "\u{FE0F}" && shapesNeighbours(at: index)
    }
}

extension Unicode.Scalar {
    /// Whether it is an emoji, or may be drawn as one; digits, which Unicode counts among them, are not.
    fileprivate var isPicture: Bool { !isASCII && properties.isEmoji }

    /// Whether it is a letter, or a mark on one, of a script whose letters are drawn by what stands beside them.
    fileprivate var isOfJoiningScript: Bool {
        guard Self.joiningScripts.contains(where: { $0.contains(value) }) else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return properties.isAlphabetic
        }
    }

    /// Arabic to Sinhala with all of India's between, and Mongolian.
    private static let joiningScripts: [ClosedRange<UInt32>] = [0x600...0xDFF, 0x1800...0x18AF]
}
