import DavenportAPI
import Domain

extension Role {
    /// Whether the role may delete rooms and others' comments, in rooms that the user is in (rules 5 and 6).
    var moderatesRooms: Bool { administers }
}
