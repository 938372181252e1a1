import Postgres

/// The order of a list, by keys that no two of its rows have in common: pages neither skip nor repeat what stays where it was (`Cursor`).
package struct ListOrder: Sendable {
    private let keys: [SQL]
    private let isDescending: Bool

    /// `ListOrder("due_at", "id")`: by the first key, of one value of it by the second, and so on.
    package init(_ keys: SQL..., descending: Bool = false) {
        (self.keys, isDescending) = (keys, descending)
    }

    /// Ends a statement, behind its last condition: what lies behind a place, in order, up to so many rows.
    /// - Parameter place: the keys of the last row of the page before; nil for the first page.
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
