/// Which transactions somebody has seen: PostgreSQL's `pg_snapshot`.
package struct Snapshot: Sendable, Equatable {
    /// What is before has ended.
    package let xmin: UInt64
    /// What is from here on has not begun.
    package let xmax: UInt64
    /// Between the two, ascending: what has not ended.
    package let inProgress: [UInt64]

    /// Numbers beyond this are no transaction's, and PostgreSQL doesn't take them all.
    private static let last = UInt64.max >> 2

    /// Nil where there is no such snapshot.
    init?(xmin: UInt64, xmax: UInt64, inProgress: [UInt64]) {
        guard xmin > 0, xmin <= xmax, xmax <= Self.last, inProgress.first.map({ $0 >= xmin }) != false,
            inProgress.last.map({ $0 < xmax }) != false, zip(inProgress, inProgress.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        (self.xmin, self.xmax, self.inProgress) = (xmin, xmax, inProgress)
    }

    /// As PostgreSQL writes it: `10:20:10,14,15`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let xmin = UInt64(parts[0]), let xmax = UInt64(parts[1]) else { return nil }
        let numbers = parts[2].split(separator: ",").map { UInt64($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        self.init(xmin: xmin, xmax: xmax, inProgress: numbers.compactMap { $0 })
    }

    /// As PostgreSQL reads it.
    package var text: String { "\(xmin):\(xmax):" + inProgress.map { String($0) }.joined(separator: ",") }

    /// Whether there may have been more in progress: then nothing is known of what comes from `xmax` on.
    var mayBeBounded: Bool { inProgress.count >= SyncRules.transactions }

    /// The same with so many transactions in progress at most: what comes behind them counts as not begun.
    func bounded(to count: Int) -> Snapshot {
        guard inProgress.count > count else { return self }
        return Snapshot(xmin: xmin, xmax: inProgress[count], inProgress: Array(inProgress.prefix(count))) ?? self
    }
}
