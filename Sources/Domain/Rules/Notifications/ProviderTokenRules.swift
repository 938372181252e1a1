import Foundation

/// How old the tokens may be that name us to Apple, which refuses those older than an hour, and those renewed more often than every 20
/// minutes, whoever renews them (rule 21.13).
public enum ProviderTokenRules {
    /// One this old is renewed.
    public static let renewal: TimeInterval = 45 * 60
    /// One younger than this is never renewed, whatever Apple says of it.
    static let youngest: TimeInterval = 20 * 60
}
