import Secrets

/// What lets people into an own challenge: 40 random bits as 8 characters of Crockford's base32.
///
/// It is no secret to those in the challenge, who are shown it whenever they look, so it is stored as it is.
struct ChallengeCode: Sendable {
    /// `7TZ8CBM5`.
    let text: String

    private static let characters = 8

    /// A new code.
    init() {
        text = Crockford.random(Self.characters)
    }

    /// A code as typed: upper or lower case, with or without dashes and spaces, O for 0, I or L for 1. Nil for anything else.
    init?(_ typed: String) {
        guard let text = Crockford.read(typed, of: Self.characters) else { return nil }
        self.text = text
    }
}
