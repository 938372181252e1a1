/// What people are told of (rules 9). Each area has kinds of its own, in its folder.
public struct NotificationKind: RawRepresentable, Codable, Sendable, Hashable {
    /// As on the wire: `friend.requested`.
    public let rawValue: String

    /// Takes any text. A server that is newer than the client may have kinds that the client doesn't know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension NotificationKind {
    /// Instead of what went beyond 20 in an hour.
    public static let summary = Self(rawValue: "summary")
}
