import Postgres

/// The sort order of a list. Its sort keys together are unique, so pages neither skip nor repeat rows that keep their
/// position (`Cursor`).
package struct ListOrder: Sendable {
    private let keys: [SQL]
    private let isDescending: Bool

    /// Sorts by the first key, then by the second, and so on, as in `ListOrder("due_at", "id")`.
    package init(_ keys: SQL..., descending: Bool = false) {
        (self.keys, isDescending) = (keys, descending)
    }

    /// Returns the end of a statement that has a WHERE clause. It restricts the rows to those after a position, sorts
    /// them, and takes at most `limit` of them.
    ///
    /// - Parameter place: the sort keys of the last row of the previous page; nil for the first page.
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
