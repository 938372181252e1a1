import DavenportAPI
import Domain

extension Role {
    /// Whether a user with this role may delete rooms that they are in, and others' comments there (rules 5 and 6).
    var moderatesRooms: Bool { administers }
}
