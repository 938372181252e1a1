/// The code of an invite.
public typealias InviteCode = SecretCode<InviteCodes>
/// The code of a link with which somebody sets a new password.
public typealias PasswordLinkCode = SecretCode<PasswordLinkCodes>
/// The code of a link with which somebody shows that they read the mails of an address.
public typealias EmailCode = SecretCode<EmailCodes>

/// The codes of one purpose, which have a length of their own.
public protocol SecretCodes: Sendable {
    /// The number of characters in a code. Each character has five random bits.
    static var characters: Int { get }
}

/// The codes of invites: 120 bits.
public enum InviteCodes: SecretCodes {
    public static let characters = 24
}

/// The codes of links for new passwords: 130 bits.
public enum PasswordLinkCodes: SecretCodes {
    public static let characters = 26
}

/// The codes of links that verify an e-mail address: 140 bits.
public enum EmailCodes: SecretCodes {
    public static let characters = 28
}

/// A secret code in the characters of Crockford's base32, in groups of four that people can read aloud and type.
///
/// The database stores only the digest of the text, never the text itself.
public struct SecretCode<Codes: SecretCodes>: Sendable {
    /// The code as its maker sees it, only once: `XXXX-XXXX-…`. It is secret.
    public let text: String
    /// The SHA-256 of the text, by which the database stores and finds the code.
    public let digest: [UInt8]

    /// Makes a new code.
    public init() {
        self.init(characters: Crockford.random(Codes.characters))
    }

    /// Reads a code as a person typed it; nil if the text isn't a code. Upper and lower case, dashes and spaces don't
    /// matter, O counts as 0, and I and L count as 1.
    public init?(_ text: String) {
        guard let characters = Crockford.read(text, of: Codes.characters) else { return nil }
        self.init(characters: characters)
    }

    private init(characters: String) {
        let bytes = Array(characters.utf8)
        let groups = stride(from: 0, to: bytes.count, by: 4).map { String(decoding: bytes[$0..<min($0 + 4, bytes.count)], as: UTF8.self) }
        text = groups.joined(separator: "-")
        digest = Digest.sha256(text.utf8)
    }
}

extension SecretCode: CustomStringConvertible, CustomReflectable {
    /// Only the name of the type, so that no log shows the secret code by accident.
    public var description: String { "SecretCode(…)" }
    /// A mirror without children, so that neither `dump` nor the description of a type that contains a code shows the
    /// secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
