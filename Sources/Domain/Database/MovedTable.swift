import Postgres

/// A table of an area as a tenant takes it along that moves (rules 15): declared by its area, in an order in which what is referred to
/// comes first.
///
/// All columns go along as they are, but for the tenant's id, which the whole file has once, and what PostgreSQL makes: generated columns
/// and stamps, which are of type `xid8`.
package struct MovedTable: Sendable {
    package let name: String
    /// What names a row, beside the tenant, and says the order; the primary key unless given.
    let key: [String]?
    /// The rows that go along, of a table `m`; all unless given.
    let condition: SQL?
    /// Columns that whoever holds the file could use, and what stands in for each where the file has none.
    package let secrets: [String: SQL]
    /// Whether all of it is such.
    package let isSecret: Bool
    /// Columns that are the house's own, which the new one makes anew by their defaults.
    let houseColumns: Set<String>
    /// Of a table that outlives its tenant, the column that says when a row was made. It comes behind all others; what is still here of a
    /// tenant that comes back is its own, and what was added after the export is this house's.
    let moment: String?
    /// The tables whose rows are parts of one row of this: they stand behind it, and come in with it or not at all. Their keys begin with
    /// what this one's begins with.
    package let parts: [MovedTable]
    /// What a file may bring in columns for which it isn't enough that they hold a value as columns of their type mostly do.
    let rules: [String: ColumnRule]

    /// What is explained at the properties.
    package init(
        _ name: String, by key: [String]? = nil, where condition: SQL? = nil, secrets: [String: SQL] = [:], isSecret: Bool = false,
        houseColumns: Set<String> = [], moment: String? = nil, parts: [MovedTable] = [], rules: [String: ColumnRule] = [:]
    ) {
        (self.name, self.key, self.condition, self.secrets) = (name, key, condition, secrets)
        (self.isSecret, self.houseColumns, self.moment, self.parts) = (isSecret, houseColumns, moment, parts)
        self.rules = rules
    }

    /// It and its parts, in the order in which they come in.
    package var withParts: [MovedTable] { [self] + parts.flatMap(\.withParts) }
}

extension MovedTable {
    /// The list of tenants itself: of it one row goes along, and what of that is the house's own stays.
    static let tenants = "tenants"
    /// The hosts, which no two tenants of a house share.
    static let hosts = "tenant_hosts"
}

extension [Area] {
    /// The tables that go along and outlive their tenant.
    var lasting: [String] { flatMap { $0.moved }.filter { $0.moment != nil }.map(\.name) }

    /// What goes along, in the order of a file.
    /// - Parameter secrets: whether secrets do too.
    func moved(secrets: Bool) -> [MovedTable] {
        let all = flatMap { $0.moved }.filter { secrets || !$0.isSecret }
        return all.filter { $0.moment == nil } + all.filter { $0.moment != nil }
    }
}
