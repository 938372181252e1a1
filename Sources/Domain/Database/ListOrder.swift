import Postgres

/// The sort order of a list. Its keys are unique together, so pages neither skip nor repeat rows that stay in place (`Cursor`).
package struct ListOrder: Sendable {
    private let keys: [SQL]
    private let isDescending: Bool

    /// Sorts by the first key, then by the second, and so on: `ListOrder("due_at", "id")`.
    package init(_ keys: SQL..., descending: Bool = false) {
        (self.keys, isDescending) = (keys, descending)
    }

    /// Returns the end of a statement, which follows its last condition: the rows after a position, sorted, at most
    /// `limit` of them.
    ///
    /// - Parameter place: the keys of the last row of the previous page, or nil for the first page.
    package func page(after place: [SQL]?, limit: Int) -> SQL {
        let beyond: SQL = place.map { "AND (\(fragment: Self.list(keys))) \(fragment: sign) (\(fragment: Self.list($0)))" } ?? ""
        return "\(fragment: beyond) ORDER BY \(fragment: Self.list(keys.map { "\(fragment: $0) \(fragment: direction)" })) LIMIT \(limit)"
    }

    private var sign: SQL { isDescending ? "<" : ">" }
    private var direction: SQL { isDescending ? "DESC" : "ASC" }

    private static func list(_ parts: [SQL]) -> SQL {
        parts.dropFirst().reduce(parts[0]) { "\(fragment: $0), \(fragment: $1)" }
    }
}
