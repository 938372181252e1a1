import Foundation

/// Limits for the age of provider tokens, with which the server authenticates to Apple (rule 21.13).
///
/// Apple refuses tokens older than an hour. It also refuses a key whose tokens are renewed more often than every 20
/// minutes, by all servers together.
public enum ProviderTokenRules {
    /// The age in seconds from which a token is renewed.
    public static let renewal: TimeInterval = 45 * 60
    /// The age in seconds below which a token is never renewed, even if Apple refuses it.
    static let youngest: TimeInterval = 20 * 60
}
