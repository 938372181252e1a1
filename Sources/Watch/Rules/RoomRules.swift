import DavenportAPI
import Domain

extension Role {
    /// Whether somebody may delete rooms and comments of others, in rooms they are in (rules.md 5 and 6).
    var moderatesRooms: Bool { administers }
}
