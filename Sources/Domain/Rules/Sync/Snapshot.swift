/// The set of transactions that a reader has seen, as PostgreSQL's `pg_snapshot` describes it.
package struct Snapshot: Sendable, Equatable {
    /// Every transaction with a lower id has ended.
    package let xmin: UInt64
    /// No transaction with this id or a higher one had begun.
    package let xmax: UInt64
    /// The ids between the two whose transactions hadn't ended, ascending.
    package let inProgress: [UInt64]

    /// The highest id that is accepted. PostgreSQL doesn't accept all higher ones, and no transaction has one.
    private static let last = UInt64.max >> 2

    /// Makes a snapshot, or nil if PostgreSQL can't have made it.
    init?(xmin: UInt64, xmax: UInt64, inProgress: [UInt64]) {
        guard xmin > 0, xmin <= xmax, xmax <= Self.last, inProgress.first.map({ $0 >= xmin }) != false,
            inProgress.last.map({ $0 < xmax }) != false, zip(inProgress, inProgress.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        (self.xmin, self.xmax, self.inProgress) = (xmin, xmax, inProgress)
    }

    /// Parses PostgreSQL's text form: `10:20:10,14,15`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let xmin = UInt64(parts[0]), let xmax = UInt64(parts[1]) else { return nil }
        let numbers = parts[2].split(separator: ",").map { UInt64($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        self.init(xmin: xmin, xmax: xmax, inProgress: numbers.compactMap { $0 })
    }

    /// PostgreSQL's text form.
    package var text: String { "\(xmin):\(xmax):" + inProgress.map { String($0) }.joined(separator: ",") }

    /// Whether transactions in progress may have been cut off. Then nothing is known about transactions from `xmax` on.
    var mayBeBounded: Bool { inProgress.count >= SyncRules.transactions }

    /// Returns the snapshot with at most `count` transactions in progress. Later transactions count as not begun.
    func bounded(to count: Int) -> Snapshot {
        guard inProgress.count > count else { return self }
        return Snapshot(xmin: xmin, xmax: inProgress[count], inProgress: Array(inProgress.prefix(count))) ?? self
    }
}
