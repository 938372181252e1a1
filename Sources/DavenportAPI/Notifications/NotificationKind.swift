/// The kind of a notification (rules 9). Each area declares its own kinds in its folder.
public struct NotificationKind: RawRepresentable, Codable, Sendable, Hashable {
    /// The kind's text in JSON, such as `friend.requested`.
    public let rawValue: String

    /// Creates a kind from any text, because a newer server may have kinds that the client doesn't know.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension NotificationKind {
    /// A summary. The server sends it in place of the notifications to a person that exceed 20 an hour.
    public static let summary = Self(rawValue: "summary")
}
