/// The limits of rooms and of the dashboard.
package enum RoomLimits {
    /// The maximum number of members of a room, including its creator (rule 5.1). The database function
    /// `rooms_not_overfull` enforces it too. A test compares the two, so a change needs a migration of that function.
    package static let members = 32
    /// The maximum number of rooms on a dashboard (rule 7.4). The database has it as `dashboard_limit()`, and a test
    /// compares the two.
    package static let dashboard = 300
    /// The maximum number of active rooms of a person who creates another one (rule 5.13). A dashboard reads them all.
    package static let active = 1000
}
