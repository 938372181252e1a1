import Secrets

/// A code by which people join an own challenge: 40 random bits as 8 characters of Crockford's base32.
///
/// The code is stored in plain text, because every player of the challenge can read it at any time.
struct ChallengeCode: Sendable {
    /// The canonical text, such as `7TZ8CBM5`.
    let text: String

    private static let characters = 8

    /// Generates a random code.
    init() {
        text = Crockford.random(Self.characters)
    }

    /// Parses a code as typed: in upper or lower case, with or without dashes and spaces, O for 0, I or L for 1.
    ///
    /// Returns nil for any other text.
    init?(_ typed: String) {
        guard let text = Crockford.read(typed, of: Self.characters) else { return nil }
        self.text = text
    }
}
