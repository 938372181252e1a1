import DavenportAPI
import Domain

extension Role {
    /// Whether somebody may delete rooms and comments of others, in rooms they are in (rules 5 and 6).
    var moderatesRooms: Bool { administers }
}
