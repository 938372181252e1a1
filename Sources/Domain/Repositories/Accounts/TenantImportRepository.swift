import DavenportAPI
import Foundation
import Postgres

/// Stores the state of a tenant's import from a file. Until the import is complete, the tenant is suspended.
struct TenantImportRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Describes how far an import has come.
    struct Progress: Sendable, Equatable {
        /// The number of rows imported, without the header.
        let rows: Int
        /// The digest of all lines up to that point.
        let digest: [UInt8]
    }

    /// Returns the import's progress, and locks it until the transaction ends. Returns nil if no import of the tenant is
    /// under way.
    func progress() async throws -> Progress? {
        let rows = try await transaction.query(
            "SELECT rows, digest FROM tenant_imports WHERE tenant_id = \(transaction.tenantID) FOR UPDATE")
        return try rows.first.map { Progress(rows: try $0["rows"], digest: try $0["digest"]) }
    }

    /// Returns whether the tenant is being imported.
    func isUnderWay() async throws -> Bool {
        try await !transaction.query("SELECT FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)").isEmpty
    }

    /// Creates a suspended tenant for the import.
    /// - Parameter lasting: the tables whose rows outlive their tenant. The import stores whether they already have rows
    ///   of this tenant.
    /// - Returns: false if there is a tenant with this id.
    /// - Throws: `invalid` if another tenant has the slug.
    func make(_ tenant: Tenant, digest: [UInt8], tablesOutlivingTenant: [String]) async throws -> Bool {
        guard try await transaction.query("SELECT FROM tenants WHERE id = \(tenant.id)").isEmpty else { return false }
        try await TenantRepository(transaction).insert(tenant, hosts: [])
        _ = try await TenantRepository(transaction).setSuspended(true)
        try await transaction.query(
            """
            INSERT INTO tenant_imports (tenant_id, rows, digest, was_here)
            VALUES (\(transaction.tenantID), 0, \(digest), \(fragment: remains(in: tablesOutlivingTenant)))
            """)
        return true
    }

    private func remains(in tables: [String]) -> SQL {
        tables.reduce("false") {
            "\(fragment: $0) OR EXISTS (SELECT FROM \(unsafeRaw: $1) AS t WHERE t.tenant_id = \(transaction.tenantID))"
        }
    }

    /// Disables the app's triggers for this transaction, because the file contains everything that they maintain. Foreign
    /// keys are still checked.
    func holdTriggers() async throws {
        try await transaction.query("SELECT set_config('app.importing', 'on', true)")
    }

    func setProgress(_ progress: Progress) async throws {
        try await transaction.query(
            """
            UPDATE tenant_imports SET rows = \(progress.rows), digest = \(progress.digest) WHERE tenant_id = \(transaction.tenantID)
            """)
    }

    /// Ends the import and makes the tenant visible.
    func end() async throws {
        try await transaction.query("DELETE FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        _ = try await TenantRepository(transaction).setSuspended(false)
    }

    /// Deletes the imported rows. If the tenant was here before, rows that outlived it stay.
    /// - Parameters:
    ///   - tables: all tables with a tenant's rows, in an order in which they can be emptied.
    ///   - lasting: the tables whose rows outlive their tenant.
    func discard(_ tables: [String], tablesOutlivingTenant: [String]) async throws {
        try await holdTriggers()
        let rows = try await transaction.query("SELECT was_here FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        let wasHere = try rows.first.map { try $0["was_here"] as Bool } ?? true
        try await TenantRepository(transaction).delete(from: tables + (wasHere ? [] : tablesOutlivingTenant))
    }

    /// Returns the derived values that are wrong, at most one of each kind.
    func wrong(_ derivedColumnChecks: [SQL]) async throws -> [String] {
        let asked: [SQL] = derivedColumnChecks.map { "SELECT w.wrong FROM (\(fragment: $0)) AS w LIMIT 1" }
        return try await transaction.pipeline(asked).flatMap { try $0.map { try $0["wrong"] as String } }
    }

    /// Returns those of the hosts that belong to another tenant.
    func takenHosts(_ lines: [String]) async throws -> [String] {
        let rows = try await transaction.query(
            """
            SELECT h.host FROM tenant_hosts AS h JOIN json_to_recordset(\(Self.array(lines))::json) AS r (host text) ON r.host = h.host
            WHERE h.tenant_id <> \(transaction.tenantID) ORDER BY h.host
            """)
        return try rows.map { try $0["host"] }
    }

    /// Returns the statement that writes lines into a table.
    /// - Parameter columns: the columns that the lines contain.
    func insertion(_ lines: [String], into table: ExportedTable, _ columns: [ExportedColumn]) -> SQL {
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
    /// Returns the statement that finds rows whose time zone this database doesn't accept.
    func unknown(_ column: ZoneColumn) -> SQL {
        """
        SELECT 'the time zone in \(unsafeRaw: column.table)' AS wrong FROM \(unsafeRaw: column.table) AS t
        WHERE t.tenant_id = \(tenantID) AND t.\(unsafeRaw: column.name) IS NOT NULL
            AND NOT EXISTS (SELECT FROM time_zone_names() AS z WHERE z.name = t.\(unsafeRaw: column.name))
        """
    }
}

extension PostgresError {
    /// Whether the values that were sent are at fault: one isn't of its type, or refers to a missing row. A retry would
    /// fail as well.
    var blamesValues: Bool {
        switch self {
        case .server(let error): !isUnavailable && !Self.passing.contains(error.sqlState.errorClass)
        case .decoding: true
        default: false
        }
    }

    /// The classes of errors that pass by themselves or that the operator must fix: connections, transactions, roles,
    /// conflicts, resources, locks, interventions, the system and PostgreSQL itself.
    private static let passing: Set<Substring> = ["08", "25", "28", "40", "53", "55", "57", "58", "XX"]
}
