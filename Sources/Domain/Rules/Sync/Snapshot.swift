/// A snapshot of the database: which transactions a reader has seen, in the form of PostgreSQL's `pg_snapshot`.
package struct Snapshot: Sendable, Equatable {
    /// The id below which all transactions had ended.
    package let xmin: UInt64
    /// The id from which on no transaction had begun.
    package let xmax: UInt64
    /// The ids between the two whose transactions hadn't ended, in ascending order.
    package let inProgress: [UInt64]

    /// The highest id that is accepted. No transaction has a higher one, and PostgreSQL refuses some of them.
    private static let last = UInt64.max >> 2

    /// Makes a snapshot; nil if PostgreSQL can't have made one with these values.
    init?(xmin: UInt64, xmax: UInt64, inProgress: [UInt64]) {
        guard xmin > 0, xmin <= xmax, xmax <= Self.last, inProgress.first.map({ $0 >= xmin }) != false,
            inProgress.last.map({ $0 < xmax }) != false, zip(inProgress, inProgress.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        (self.xmin, self.xmax, self.inProgress) = (xmin, xmax, inProgress)
    }

    /// Parses PostgreSQL's text form, such as `10:20:10,14,15`; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let xmin = UInt64(parts[0]), let xmax = UInt64(parts[1]) else { return nil }
        let numbers = parts[2].split(separator: ",").map { UInt64($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        self.init(xmin: xmin, xmax: xmax, inProgress: numbers.compactMap { $0 })
    }

    /// The snapshot in PostgreSQL's text form.
    package var text: String { "\(xmin):\(xmax):" + inProgress.map { String($0) }.joined(separator: ",") }

    /// Whether `bounded` may have shortened the snapshot. If so, transactions from `xmax` on may have ended
    /// nevertheless.
    var mayBeBounded: Bool { inProgress.count >= SyncRules.transactions }

    /// Returns the snapshot with at most `count` transactions in progress. The later ones, and all after them, count as
    /// not begun.
    func bounded(to count: Int) -> Snapshot {
        guard inProgress.count > count else { return self }
        return Snapshot(xmin: xmin, xmax: inProgress[count], inProgress: Array(inProgress.prefix(count))) ?? self
    }
}
