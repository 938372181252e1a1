/// The removal of expired rows. A transaction that writes to a table also removes some of that table's expired rows.
enum Upkeep {
    /// The maximum number of expired rows that one transaction removes, so that no request is delayed noticeably.
    static let batch = 100
}
