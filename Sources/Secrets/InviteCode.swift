/// The code of an invite. It has 120 random bits as 24 characters of Crockford's base32, in groups of four that people
/// can read aloud and type.
///
/// The database stores only the digest of the text, never the text itself.
public struct InviteCode: Sendable {
    /// The code as its maker sees it, only once: `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`. It is secret.
    public let text: String
    /// The SHA-256 of the text, by which the database stores and finds the code.
    public let digest: [UInt8]

    private static let characters = 24

    /// Makes a new code.
    public init() {
        self.init(characters: Crockford.random(Self.characters))
    }

    /// Reads a code as a person typed it; nil if the text isn't a code. Upper and lower case, dashes and spaces don't
    /// matter, O counts as 0, and I and L count as 1.
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
    /// Only the name of the type, so that no log shows the secret code by accident.
    public var description: String { "InviteCode(…)" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a code shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
