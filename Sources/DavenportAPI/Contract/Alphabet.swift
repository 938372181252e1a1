/// The alphabets of which many letters look alike, so that one name must not mix them.
enum Alphabet: String, CaseIterable {
    case latin = "Latin"
    case greek = "Greek"
    case cyrillic = "Cyrillic"
    case armenian = "Armenian"

    /// The alphabet that a letter belongs to; nil for letters of others, and for digits, marks and signs, which belong to none.
    init?(_ scalar: Unicode.Scalar) {
        guard scalar.isLetter, let alphabet = Self.allCases.first(where: { $0.contains(scalar.value) }) else { return nil }
        self = alphabet
    }

    private func contains(_ value: UInt32) -> Bool {
        ranges.contains { $0.contains(value) }
    }

    /// Where the letters are that Unicode's Scripts.txt (version 18.0.0, unicode.org/Public/UNIDATA) gives to the script. What a range holds
    /// besides is no letter, or not assigned.
    private var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .latin: Self.latinRanges
        case .greek: Self.greekRanges
        case .cyrillic: Self.cyrillicRanges
        case .armenian: Self.armenianRanges
        }
    }

    private static let latinRanges: [ClosedRange<UInt32>] = [
        0x41...0xAA, 0xBA...0x2B8, 0x2E0...0x2E4, 0x1D00...0x1D25, 0x1D2C...0x1D5C, 0x1D62...0x1D65, 0x1D6B...0x1D77, 0x1D79...0x1DBE,
        0x1E00...0x1EFF, 0x2071...0x209F, 0x212A...0x212B, 0x2132...0x2132, 0x214E...0x2184, 0x2C60...0x2C7F, 0xA722...0xA787,
        0xA78B...0xA7FF, 0xAB30...0xAB64, 0xAB66...0xAB6D, 0xFB00...0xFB06, 0xFF21...0xFF5A, 0x10780...0x107BF, 0x1DF00...0x1DFF2,
        0x1DFF5...0x1DFFF,
    ]
    private static let greekRanges: [ClosedRange<UInt32>] = [
        0x370...0x373, 0x376...0x3E1, 0x3F0...0x3FF, 0x1D26...0x1D2A, 0x1D5D...0x1D61, 0x1D66...0x1D6A, 0x1DBF...0x1DBF, 0x1F00...0x1FFC,
        0x2126...0x2126, 0xAB65...0xAB65, 0x1DFF3...0x1DFF4,
    ]
    private static let cyrillicRanges: [ClosedRange<UInt32>] = [
        0x400...0x52F, 0x1C80...0x1C8A, 0x1D2B...0x1D2B, 0x1D78...0x1D78, 0xA640...0xA69D, 0x1E030...0x1E08F,
    ]
    private static let armenianRanges: [ClosedRange<UInt32>] = [0x531...0x58C, 0xFB13...0xFB17]
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
