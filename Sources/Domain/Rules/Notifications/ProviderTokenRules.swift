import Foundation

/// Limits on the age of provider tokens, with which the server authenticates itself to Apple (rule 21.13).
///
/// Apple refuses a token that is older than an hour. It also refuses a key whose tokens all servers together renew more
/// often than every 20 minutes. Google's access tokens are valid for an hour, too.
public enum ProviderTokenRules {
    /// The age from which a token is renewed, in seconds.
    public static let renewal: TimeInterval = 45 * 60
    /// The age below which a token is never renewed, even if Apple has refused it, in seconds.
    static let youngest: TimeInterval = 20 * 60
}
