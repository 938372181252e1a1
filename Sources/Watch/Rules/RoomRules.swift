/// How large rooms are (rules.md 5).
package enum RoomRules {
    /// How many people a room holds. PostgreSQL has it too, as `room_capacity()`.
    package static let capacity = 32
}
