import DavenportAPI
import Domain

/// How large rooms are (rules.md 5).
package enum RoomRules {
    /// How many people a room holds. PostgreSQL has it too, as `room_capacity()`.
    package static let capacity = NewRoom.capacity
}

extension Role {
    /// Whether somebody may delete rooms and comments of others, in rooms they are in (rules.md 5 and 6).
    var moderatesRooms: Bool { administers }
}
