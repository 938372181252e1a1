/// An invite's code: 120 random bits as 24 characters of Crockford's base32, in groups of four to be read aloud and typed.
///
/// What is stored is `digest`, never the text.
public struct InviteCode: Sendable {
    /// As shown to its maker, once: `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. A secret.
    public let text: String
    /// SHA-256 of the text, as stored and looked up.
    public let digest: [UInt8]

    private static let characters = 24

    /// A new code.
    public init() {
        self.init(characters: Crockford.random(Self.characters))
    }

    /// A code as typed: upper or lower case, with or without dashes and spaces, O for 0, I or L for 1. Nil for anything else.
    public init?(_ text: String) {
        guard let characters = Crockford.read(text, of: Self.characters) else { return nil }
        self.init(characters: characters)
    }

    private init(characters: String) {
        let bytes = Array(characters.utf8)
        let groups = stride(from: 0, to: Self.characters, by: 4).map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
        text = groups.joined(separator: "-")
        digest = Digest.sha256(text.utf8)
    }
}

extension InviteCode: CustomStringConvertible, CustomReflectable {
    /// Says only that it is one, so that no log shows the secret by accident.
    public var description: String { "InviteCode(…)" }
    /// Empty, so that `dump` and the description of what contains a code show no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
