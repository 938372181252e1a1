import Foundation

extension MutedThing {
    /// Rooms that nothing is told of.
    public static let rooms = MutedThing("mutedRooms", "rooms", upTo: 1000)
}

extension NotificationPreferences {
    /// What somebody wants to be told who mutes rooms and nothing else one by one.
    public init(muted: [NotificationKind], mutedRooms: [UUID], timeZone: String?, quietHours: QuietHours?) {
        self.init(muted: muted, mutedThings: [.rooms: mutedRooms], timeZone: timeZone, quietHours: quietHours)
    }

    /// Rooms that nothing is told of.
    public var mutedRooms: [UUID] { mutedThings[.rooms] ?? [] }
}

extension NewNotificationPreferences {
    /// Preferences as a program sets them that mutes rooms and nothing else one by one.
    public init(
        muted: [NotificationKind] = [], mutedRooms: [UUID] = [], timeZone: String? = nil, quietHours: QuietHours? = nil
    ) {
        self.init(muted: muted, mutedThings: [.rooms: mutedRooms], timeZone: timeZone, quietHours: quietHours)
    }

    /// Rooms that nothing shall be told of.
    public var mutedRooms: [UUID] { mutedThings[.rooms] ?? [] }
}
