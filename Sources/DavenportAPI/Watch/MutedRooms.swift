import Foundation

extension MutedThing {
    /// The rooms about which the server sends a user no notifications. A request may name up to 1,000 rooms.
    public static let rooms = MutedThing("mutedRooms", "rooms", upTo: 1000)
}

extension NotificationPreferences {
    /// Creates preferences in which rooms are the only individually muted things.
    public init(muted: [NotificationKind], mutedRooms: [UUID], timeZone: String?, quietHours: QuietHours?) {
        self.init(muted: muted, mutedThings: [.rooms: mutedRooms], timeZone: timeZone, quietHours: quietHours)
    }

    /// The ids of the rooms about which the server sends no notifications.
    public var mutedRooms: [UUID] { mutedThings[.rooms] ?? [] }
}

extension NewNotificationPreferences {
    /// Creates the input with rooms as the only individually muted things, without checking it; the server enforces the
    /// limits.
    public init(
        muted: [NotificationKind] = [], mutedRooms: [UUID] = [], timeZone: String? = nil, quietHours: QuietHours? = nil
    ) {
        self.init(muted: muted, mutedThings: [.rooms: mutedRooms], timeZone: timeZone, quietHours: quietHours)
    }

    /// The ids of the rooms about which the server sends no notifications.
    public var mutedRooms: [UUID] { mutedThings[.rooms] ?? [] }
}
