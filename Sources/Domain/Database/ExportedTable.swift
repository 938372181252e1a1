import Postgres

/// A table that the export of a tenant contains (rules 15). Areas declare their tables so that a table comes after
/// those that it refers to.
///
/// An export leaves three kinds of columns out: the tenant's id, which the file has once; generated columns; and
/// columns of type `xid8`. The latter hold transaction ids of the exporting database.
package struct ExportedTable: Sendable {
    package let name: String
    /// The columns that identify a row within its tenant and by which rows are sorted; nil for the primary key.
    let key: [String]?
    /// The SQL condition for the rows to export, with the table as `m`; nil for all rows.
    private(set) var condition: SQL?
    /// The secret columns: with their values, a holder of the file could act as a user. Each has an SQL expression,
    /// whose value a file without secrets contains instead.
    package let secrets: [String: SQL]
    /// Whether the whole table is secret. An export without secrets leaves the table out.
    package let isSecret: Bool
    /// Whether the rows have secrets that the master key encrypts. Only an export for a named deployment has such tables
    /// (rule 15.12). Their columns of the master key and of the wrapped data key aren't exported: the header has the data
    /// keys.
    let isSealed: Bool
    /// The condition for the rows to export without the tables that are sealed, because the other rows need these; nil if
    /// no row does.
    let conditionWithoutSealed: SQL?
    /// The columns that describe the deployment and not the tenant. They aren't exported; an import fills them with
    /// their defaults.
    let deploymentColumns: Set<String>
    /// The column with a row's creation time, if the table's rows outlive the tenant; nil for all other tables.
    ///
    /// Such tables come last in a file. If a tenant returns to a deployment, the rows that it left there stay. Rows
    /// with a time after the export were written by the importing deployment and aren't compared with the file.
    let moment: String?
    /// The tables whose rows belong to one row of this table. In a file they follow that row, and they are imported in
    /// the same transaction.
    ///
    /// The first key columns of such a table refer to the key of this table.
    package let parts: [ExportedTable]
    /// The rules for columns where the usual rule of the column's type isn't strict enough.
    let rules: [String: ColumnRule]

    /// Declares a table. The properties of the same names explain the parameters.
    package init(
        _ name: String, by key: [String]? = nil, where condition: SQL? = nil, secrets: [String: SQL] = [:], isSecret: Bool = false,
        isSealed: Bool = false, whereWithoutSealed conditionWithoutSealed: SQL? = nil,
        deploymentColumns: Set<String> = [], moment: String? = nil, parts: [ExportedTable] = [], rules: [String: ColumnRule] = [:]
    ) {
        (self.name, self.key, self.condition, self.isSealed) = (name, key, condition, isSealed)
        // The envelope's columns get their values when the import ends.
        self.secrets = isSealed ? ["kek_id": "''", "wrapped_key": "''::bytea"] : secrets
        self.conditionWithoutSealed = conditionWithoutSealed
        self.isSecret = isSecret || isSealed
        self.deploymentColumns = isSealed ? deploymentColumns.union(self.secrets.keys) : deploymentColumns
        (self.moment, self.parts) = (moment, parts)
        self.rules = rules
    }

    /// This table and all its parts, in the order in which they are imported.
    package var withParts: [ExportedTable] { [self] + parts.flatMap(\.withParts) }
}

extension ExportedTable {
    /// The table as an export without the sealed tables has it.
    fileprivate var withoutSealed: ExportedTable {
        var table = self
        table.condition = conditionWithoutSealed ?? condition
        return table
    }

    /// The table of tenants. An export contains the tenant's own row, without the columns that describe the deployment.
    static let tenants = "tenants"
    /// The table of host names. A host name belongs to at most one tenant of a deployment.
    static let hosts = "tenant_hosts"
}

extension [Area] {
    /// The names of the exported tables whose rows outlive their tenant.
    var tablesOutlivingTenant: [String] { flatMap { $0.exportedTables }.filter { $0.moment != nil }.map(\.name) }

    /// Returns the exported tables in the order in which a file contains them.
    ///
    /// - Parameters:
    ///   - secrets: whether the file contains secrets.
    ///   - sealed: whether it also contains the secrets that the master key encrypts.
    func exportedTables(secrets: Bool, sealed: Bool = false) -> [ExportedTable] {
        let all = flatMap { $0.exportedTables }.filter { (secrets || !$0.isSecret) && (sealed || !$0.isSealed) }
            .map { sealed ? $0 : $0.withoutSealed }
        return all.filter { $0.moment == nil } + all.filter { $0.moment != nil }
    }

    /// Returns the exported tables that a file with this header contains.
    func exportedTables(in header: TenantFile.Header) -> [ExportedTable] {
        exportedTables(secrets: header.secrets, sealed: header.keys != nil)
    }
}
