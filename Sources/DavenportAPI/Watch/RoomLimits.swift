/// How large rooms and lists of them get.
package enum RoomLimits {
    /// How many people a room holds, its maker included (rule 5.1). PostgreSQL holds rooms to it too, by `rooms_not_overfull`; a test
    /// compares the two, so that a change needs a migration with that function.
    package static let members = 32
    /// How many rooms a dashboard has (rule 7.4). PostgreSQL knows it as `dashboard_limit()`, and a test compares the two.
    package static let dashboard = 300
}
