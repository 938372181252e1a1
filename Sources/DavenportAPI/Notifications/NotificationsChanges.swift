import Foundation

extension ChangesPart<Changes.Preferences> {
    /// The caller's preferences of notifications.
    public static var notifications: Self { .document("notifications") }
}

extension Changes {
    /// `NotificationPreferences` without the individually muted things: their own items say whether they are muted.
    public struct Preferences: Codable, Sendable, Equatable {
        /// The kinds of notifications that the server doesn't send.
        public let muted: [NotificationKind]
        /// The IANA name of a time zone, such as `Europe/Berlin`.
        public let timeZone: String?
        public let quietHours: QuietHours?

        public init(muted: [NotificationKind], timeZone: String?, quietHours: QuietHours?) {
            self.muted = muted
            self.timeZone = timeZone
            self.quietHours = quietHours
        }
    }

    /// The preferences of notifications, only if they differ from the last version sent.
    public var notifications: Changes.Preferences? {
        get { self[.notifications] }
        set { self[.notifications] = newValue }
    }
}
