import Secrets

/// A code with which people join a challenge that a user created: 40 random bits, written as 8 characters of
/// Crockford's base32.
///
/// The code is stored as plain text, because every player of the challenge can read it at any time.
struct ChallengeCode: Sendable {
    /// The code in its canonical form, such as `7TZ8CBM5`.
    let text: String

    /// The number of characters in a code (rule 12.24).
    private static let characters = 8

    /// Generates a random code.
    init() {
        text = Crockford.random(Self.characters)
    }

    /// Parses a code as a user typed it. Case, dashes and spaces don't matter; O stands for 0, and I or L for 1.
    ///
    /// Returns nil if the text isn't a code.
    init?(_ typed: String) {
        guard let text = Crockford.read(typed, of: Self.characters) else { return nil }
        self.text = text
    }
}
