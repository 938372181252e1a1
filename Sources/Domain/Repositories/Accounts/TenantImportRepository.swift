import DavenportAPI
import Foundation
import Postgres

/// Stores the state of a tenant's import from a file. Until the import is complete, the tenant is suspended.
struct TenantImportRepository: Repository {
    let transaction: TenantTransaction

    /// The part of the file that is imported already.
    struct Progress: Sendable, Equatable {
        /// The number of imported rows. The file's header doesn't count.
        let rows: Int
        /// The digest of the imported lines, including the header.
        let digest: [UInt8]
    }

    /// Returns how much of the file is imported, and locks the import until the transaction ends. Returns nil if the
    /// tenant isn't being imported.
    func progress() async throws -> Progress? {
        let rows = try await transaction.query(
            "SELECT rows, digest FROM tenant_imports WHERE tenant_id = \(transaction.tenantID) FOR UPDATE")
        return try rows.first.map { Progress(rows: try $0["rows"], digest: try $0["digest"]) }
    }

    /// Returns whether the tenant is being imported.
    func isUnderWay() async throws -> Bool {
        try await !transaction.query("SELECT FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)").isEmpty
    }

    /// Creates the tenant for the import. It is suspended until the import is complete.
    /// - Parameter tablesOutlivingTenant: the tables whose rows outlive their tenant. Whether they already have rows of
    ///   this tenant is recorded, because undoing the import must keep such rows.
    /// - Returns: false if a tenant with this id exists already.
    /// - Throws: `invalid` if another tenant has the slug.
    func make(_ tenant: Tenant, digest: [UInt8], tablesOutlivingTenant: [String]) async throws -> Bool {
        guard try await transaction.query("SELECT FROM tenants WHERE id = \(tenant.id)").isEmpty else { return false }
        try await TenantRepository(transaction).insert(tenant, signupRoles: [], hosts: [])
        _ = try await TenantRepository(transaction).set(.suspended)
        try await transaction.query(
            """
            INSERT INTO tenant_imports (tenant_id, rows, digest, was_here)
            VALUES (\(transaction.tenantID), 0, \(digest), \(fragment: remains(in: tablesOutlivingTenant)))
            """)
        return true
    }

    private func remains(in tables: [String]) -> SQL {
        // The areas declare the tables in the program.
        tables.reduce("false") {
            "\(fragment: $0) OR EXISTS (SELECT FROM \(unsafeRaw: $1) AS t WHERE t.tenant_id = \(transaction.tenantID))"
        }
    }

    /// Turns off the product's triggers for this transaction, because the file contains all values that they would set.
    /// Foreign keys are still checked.
    func holdTriggers() async throws {
        try await transaction.query("SELECT set_config('app.importing', 'on', true)")
    }

    func setProgress(_ progress: Progress) async throws {
        try await transaction.query(
            """
            UPDATE tenant_imports SET rows = \(progress.rows), digest = \(progress.digest) WHERE tenant_id = \(transaction.tenantID)
            """)
    }

    /// Completes the import and gives the tenant its standing.
    func end(_ standing: TenantStanding) async throws {
        try await transaction.query("DELETE FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        _ = try await TenantRepository(transaction).set(standing)
    }

    /// Deletes the imported rows and the tenant. If the tenant was on this deployment before, the rows that it has left
    /// in the tables of `tablesOutlivingTenant` stay.
    /// - Parameters:
    ///   - tables: all tables with tenants' rows, in an order in which they can be emptied.
    ///   - tablesOutlivingTenant: the tables whose rows outlive their tenant.
    func discard(_ tables: [String], tablesOutlivingTenant: [String]) async throws {
        try await holdTriggers()
        let rows = try await transaction.query("SELECT was_here FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        let wasHere = try rows.first.map { try $0["was_here"] as Bool } ?? true
        try await TenantRepository(transaction).delete(from: tables + (wasHere ? [] : tablesOutlivingTenant))
    }

    /// Runs checks of derived columns, and describes the wrong values that they find: at most one for each check.
    func wrong(_ derivedColumnChecks: [SQL]) async throws -> [String] {
        let asked: [SQL] = derivedColumnChecks.map { "SELECT w.wrong FROM (\(fragment: $0)) AS w LIMIT 1" }
        return try await transaction.pipeline(asked).flatMap { try $0.map { try $0["wrong"] as String } }
    }

    /// Returns which of the hosts in these lines belong to another tenant of the deployment.
    func takenHosts(_ lines: [String]) async throws -> [String] {
        let rows = try await transaction.query(
            """
            SELECT h.host FROM tenant_hosts AS h JOIN json_to_recordset(\(Self.array(lines))::json) AS r (host text) ON r.host = h.host
            WHERE h.tenant_id <> \(transaction.tenantID) ORDER BY h.host
            """)
        return try rows.map { try $0["host"] }
    }

    /// Returns the statement that inserts lines of the file into a table.
    /// - Parameter columns: the columns that the lines have.
    func insertion(_ lines: [String], into table: ExportedTable, _ columns: [ExportedColumn]) -> SQL {
        // The tables and their secrets are declared in the program. Names and types of columns come from this database's catalog; the file
        // only chooses among them. Its values are a parameter.
        let record = columns.map { "\($0.quoted) \($0.isBytes ? "text" : $0.type)" }.joined(separator: ", ")
        let values = columns.map { $0.isBytes ? "decode(r.\($0.quoted), 'base64')" : "r.\($0.quoted)" }
        let source: SQL = "json_to_recordset(\(Self.array(lines))::json) AS r (\(unsafeRaw: record))"
        guard table.name != ExportedTable.tenants else {
            let changes = zip(columns, values).map { "\($0.quoted) = \($1)" }.joined(separator: ", ")
            return "UPDATE tenants SET \(unsafeRaw: changes) FROM \(fragment: source) WHERE id = \(transaction.tenantID)"
        }
        let known = Set(columns.map(\.name))
        let missing = table.secrets.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        let names = columns.map(\.quoted) + missing.map { "\"\($0.key)\"" }
        let own: SQL = missing.reduce("\(unsafeRaw: values.joined(separator: ", "))") { "\(fragment: $0), \(fragment: $1.value)" }
        return """
            INSERT INTO \(unsafeRaw: table.name) (tenant_id, \(unsafeRaw: names.joined(separator: ", ")))
            SELECT \(transaction.tenantID)::uuid, \(fragment: own) FROM \(fragment: source)
            \(fragment: table.moment == nil ? "" : "ON CONFLICT DO NOTHING")
            """
    }

    private static func array(_ lines: [String]) -> String { "[" + lines.joined(separator: ",") + "]" }
}

extension TenantTransaction {
    /// Returns the statement that finds rows whose time zone this database doesn't know.
    func unknown(_ column: ZoneColumn) -> SQL {
        // The areas declare the column and its table in the program.
        """
        SELECT 'the time zone in \(unsafeRaw: column.table)' AS wrong FROM \(unsafeRaw: column.table) AS t
        WHERE t.tenant_id = \(tenantID) AND t.\(unsafeRaw: column.name) IS NOT NULL
            AND NOT EXISTS (SELECT FROM time_zone_names() AS z WHERE z.name = t.\(unsafeRaw: column.name))
        """
    }
}

extension PostgresError {
    /// Whether the written values caused the error: one isn't of its column's type, or refers to a missing row. A retry
    /// would fail as well.
    var blamesValues: Bool {
        switch self {
        case .server(let error): !isUnavailable && !Self.passing.contains(error.sqlState.errorClass)
        case .decoding: true
        default: false
        }
    }

    /// The classes of errors that a retry may avoid or that an operator must fix: connections, transactions, roles,
    /// conflicts, resources, locks, interventions, the system, and PostgreSQL itself.
    private static let passing: Set<Substring> = ["08", "25", "28", "40", "53", "55", "57", "58", "XX"]
}
