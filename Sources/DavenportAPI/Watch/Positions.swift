import Foundation

/// The place in a show or movie at which a person is. Only they see it.
public struct Position: Codable, Sendable, Equatable {
    /// The number of seconds after which a running position that nobody has renewed counts as paused. Clients renew it
    /// every minute.
    public static let lease = 180

    /// The seconds from the start of the show or movie, 0 to 86,399, when the position was set.
    public let seconds: Int
    /// Whether the person was watching, so that the position advances by itself.
    public let running: Bool
    /// The number of whole seconds since the position was set, when the server answered; 180 after a longer time.
    public let age: Int

    public init(seconds: Int, running: Bool, age: Int) {
        self.seconds = seconds
        self.running = running
        self.age = age
    }

    /// Returns the second at which the person is while the position has this age (rule 17.2).
    ///
    /// A running position advances by its age until it is 180 seconds old. Then it counts as paused at the second at
    /// which it was set. No position is beyond the last second of a day.
    /// - Parameter age: the number of whole seconds since the position was set. It is the answer's `age`, and the time
    ///   that has passed since the answer.
    public func second(at age: Int) -> Int {
        isRunning(at: age) ? min(seconds + age, TimestampText.range.upperBound) : seconds
    }

    /// Returns whether the position advances while it has this age.
    public func isRunning(at age: Int) -> Bool {
        running && (0..<Self.lease).contains(age)
    }
}

/// The caller's new position in a room.
public struct NewPosition: Input, Decodable, Equatable {
    public let roomID: UUID
    /// The seconds from the start of the show or movie, 0 to 86,399.
    public let seconds: Int
    /// Whether the caller is watching, so that the position advances by itself.
    public let running: Bool

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, seconds: Int, running: Bool) {
        self.roomID = roomID
        self.seconds = seconds
        self.running = running
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        seconds = fields.required("seconds", .secondOfThing)
        running = fields.required("running", .boolean)
    }
}

extension Endpoints {
    static let positions: [any EndpointDeclaration] = [setPosition, deletePosition]

    public static let setPosition = Endpoint<NewPosition, Room>(
        "setPosition", .put, "/rooms/{roomID}/position", .user, feature: .watch, errors: [.watched],
        summary: "Set where you are in the show or movie, for all of your devices.",
        details: "While it is running, renew it every minute. Otherwise it counts as paused after 180 seconds, where it was set.")
    public static let deletePosition = Endpoint<RoomReference, NoContent>(
        "deletePosition", .delete, "/rooms/{roomID}/position", .user, feature: .watch, success: 204,
        summary: "Delete your position in a room.", details: "Marking the room as watched and leaving it delete it too.")
}
