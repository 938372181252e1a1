import Postgres

/// A table that the export of a tenant contains (rules 15). Areas declare them in an order in which referenced tables come first.
///
/// The export has all columns except the tenant's id, which the file has once, and the columns that PostgreSQL
/// computes: generated columns, and stamps of type `xid8`.
package struct ExportedTable: Sendable {
    package let name: String
    /// The columns that identify a row within its tenant and define the order, or nil for the primary key.
    let key: [String]?
    /// The condition on the exported rows, with the table as `m`, or nil for all rows.
    let condition: SQL?
    /// The columns that would let a holder of the file act as a user, each with the expression that replaces it in a
    /// file without secrets.
    package let secrets: [String: SQL]
    /// Whether the whole table is secret and only in a file with secrets.
    package let isSecret: Bool
    /// The columns that belong to a deployment. The importing one fills them with their defaults.
    let deploymentColumns: Set<String>
    /// The column with a row's creation time, for a table that outlives its tenant; nil for all other tables.
    ///
    /// These tables come last in the file. If a tenant comes back, rows of it that are still here stay. Rows that were
    /// added after the export belong to this deployment.
    let moment: String?
    /// The tables whose rows are parts of one row of this table. They follow it in the file, and are imported with it
    /// or not at all.
    ///
    /// Their keys begin with the columns with which this table's key begins.
    package let parts: [ExportedTable]
    /// The rules for columns where the usual rule for the type isn't strict enough.
    let rules: [String: ColumnRule]

    /// Declares a table. The properties explain the parameters.
    package init(
        _ name: String, by key: [String]? = nil, where condition: SQL? = nil, secrets: [String: SQL] = [:], isSecret: Bool = false,
        deploymentColumns: Set<String> = [], moment: String? = nil, parts: [ExportedTable] = [], rules: [String: ColumnRule] = [:]
    ) {
        (self.name, self.key, self.condition, self.secrets) = (name, key, condition, secrets)
        (self.isSecret, self.deploymentColumns, self.moment, self.parts) = (isSecret, deploymentColumns, moment, parts)
        self.rules = rules
    }

    /// This table and all its parts, in the order in which they are imported.
    package var withParts: [ExportedTable] { [self] + parts.flatMap(\.withParts) }
}

extension ExportedTable {
    /// The table of tenants. An export contains one row of it, without the deployment's own columns.
    static let tenants = "tenants"
    /// The table of hosts. No two tenants of a deployment share a host.
    static let hosts = "tenant_hosts"
}

extension [Area] {
    /// The names of the exported tables that outlive their tenant.
    var tablesOutlivingTenant: [String] { flatMap { $0.exportedTables }.filter { $0.moment != nil }.map(\.name) }

    /// Returns the exported tables in the order of a file.
    ///
    /// - Parameter secrets: whether the file contains secrets.
    func exportedTables(secrets: Bool) -> [ExportedTable] {
        let all = flatMap { $0.exportedTables }.filter { secrets || !$0.isSecret }
        return all.filter { $0.moment == nil } + all.filter { $0.moment != nil }
    }
}
