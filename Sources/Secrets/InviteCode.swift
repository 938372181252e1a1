/// An invite's code: 120 random bits as 24 characters of Crockford's base32, in groups of four to be read aloud and typed.
///
/// Only `digest` is stored, never the text.
public struct InviteCode: Sendable {
    /// The code as its maker sees it, once: `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. A secret.
    public let text: String
    /// SHA-256 of the text, which is stored and looked up.
    public let digest: [UInt8]

    private static let characters = 24

    /// Makes a new code.
    public init() {
        self.init(characters: Crockford.random(Self.characters))
    }

    /// Reads a typed code: upper or lower case, with or without dashes and spaces, O for 0, I or L for 1. Nil for anything
    /// else.
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
    /// The type's name and nothing more, so that no log shows the secret by accident.
    public var description: String { "InviteCode(…)" }
    /// Empty, so that neither `dump` nor the description of a type that contains a code shows the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
