/// An invite's code: 120 random bits as 24 characters of Crockford's base32, in groups of four to be read aloud and typed.
///
/// What is stored is `digest`, never the text.
public struct InviteCode: Sendable {
    /// As shown to its maker, once: `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. A secret.
    public let text: String
    /// SHA-256 of the text, as stored and looked up.
    public let digest: [UInt8]

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let characters = 24

    /// A new code.
    public init() {
        // Every byte holds eight random bits, of which five are used: all 32 characters are equally likely.
        self.init(characters: Randomness.bytes(Self.characters).map { Self.alphabet[Int($0 & 31)] })
    }

    /// A code as typed: upper or lower case, with or without dashes and spaces, O for 0, I or L for 1. Nil for anything else.
    public init?(_ text: String) {
        var characters: [UInt8] = []
        for scalar in text.unicodeScalars where !Self.isSeparator(scalar) {
            guard characters.count < Self.characters, let character = Self.character(for: scalar) else { return nil }
            characters.append(character)
        }
        guard characters.count == Self.characters else { return nil }
        self.init(characters: characters)
    }

    private init(characters: [UInt8]) {
        let groups = stride(from: 0, to: Self.characters, by: 4).map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }
        text = groups.joined(separator: "-")
        digest = Digest.sha256(text.utf8)
    }

    /// Keyboards make longer dashes and unusual spaces of what people type.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func character(for scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "O", "o": UInt8(ascii: "0")
        case "I", "i", "L", "l": UInt8(ascii: "1")
        case "a"..."z": character(UInt8(scalar.value) - 32)
        case "A"..."Z", "0"..."9": character(UInt8(scalar.value))
        default: nil
        }
    }

    private static func character(_ letter: UInt8) -> UInt8? {
        alphabet.contains(letter) ? letter : nil
    }
}

extension InviteCode: CustomStringConvertible, CustomReflectable {
    /// Says only that it is one, so that no log shows the secret by accident.
    public var description: String { "InviteCode(…)" }
    /// Empty, so that `dump` and the description of what contains a code show no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
