/// Removal of expired rows. Transactions that write a table anyway also remove some of its expired rows.
enum Upkeep {
    /// The maximum number of rows that one transaction removes, so that no request waits noticeably.
    static let part = 100
}
