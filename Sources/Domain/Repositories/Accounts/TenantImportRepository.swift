import DavenportAPI
import Foundation
import Postgres

/// A tenant that comes in from a file: until it is whole nobody sees it, and what has come in is written beside it.
struct TenantImportRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// How far an import has come.
    struct Progress: Sendable, Equatable {
        /// Of the file, behind its header.
        let rows: Int
        /// Of all lines until then.
        let digest: [UInt8]
    }

    /// Nil where the tenant comes in from no file. It stays as it is until the transaction ends.
    func progress() async throws -> Progress? {
        let rows = try await transaction.query(
            "SELECT rows, digest FROM tenant_imports WHERE tenant_id = \(transaction.tenantID) FOR UPDATE")
        return try rows.first.map { Progress(rows: try $0["rows"], digest: try $0["digest"]) }
    }

    /// Whether the tenant is coming in from a file.
    func isUnderWay() async throws -> Bool {
        try await !transaction.query("SELECT FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)").isEmpty
    }

    /// Makes room for a tenant, which is kept from everybody.
    /// - Parameter lasting: the tables that outlive a tenant: whether there is anything of it in them is noted.
    /// - Returns: false where there is a tenant with this id.
    /// - Throws: `invalid` where the slug is another's.
    func make(_ tenant: Tenant, digest: [UInt8], lasting: [String]) async throws -> Bool {
        guard try await transaction.query("SELECT FROM tenants WHERE id = \(tenant.id)").isEmpty else { return false }
        try await TenantRepository(transaction).insert(tenant, hosts: [])
        _ = try await TenantRepository(transaction).setSuspended(true)
        try await transaction.query(
            """
            INSERT INTO tenant_imports (tenant_id, rows, digest, was_here)
            VALUES (\(transaction.tenantID), 0, \(digest), \(fragment: remains(in: lasting)))
            """)
        return true
    }

    private func remains(in tables: [String]) -> SQL {
        tables.reduce("false") {
            "\(fragment: $0) OR EXISTS (SELECT FROM \(unsafeRaw: $1) AS t WHERE t.tenant_id = \(transaction.tenantID))"
        }
    }

    /// Has triggers leave alone what is written in this transaction: all that they keep comes along. Foreign keys are checked as ever.
    func holdTriggers() async throws {
        try await transaction.query("SELECT set_config('app.importing', 'on', true)")
    }

    func setProgress(_ progress: Progress) async throws {
        try await transaction.query(
            """
            UPDATE tenant_imports SET rows = \(progress.rows), digest = \(progress.digest) WHERE tenant_id = \(transaction.tenantID)
            """)
    }

    /// Lets everybody see the tenant.
    func end() async throws {
        try await transaction.query("DELETE FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        _ = try await TenantRepository(transaction).setSuspended(false)
    }

    /// Removes what came in. What outlived the tenant when it was here before stays.
    /// - Parameters:
    ///   - tables: all of a tenant's, in an order in which they can be emptied.
    ///   - lasting: those that outlive a tenant.
    func discard(_ tables: [String], lasting: [String]) async throws {
        try await holdTriggers()
        let rows = try await transaction.query("SELECT was_here FROM tenant_imports WHERE tenant_id = \(transaction.tenantID)")
        let wasHere = try rows.first.map { try $0["was_here"] as Bool } ?? true
        try await TenantRepository(transaction).delete(from: tables + (wasHere ? [] : lasting))
    }

    /// What isn't as it follows from the rest, at most one thing of each kind.
    func wrong(_ misderived: [SQL]) async throws -> [String] {
        let asked: [SQL] = misderived.map { "SELECT w.wrong FROM (\(fragment: $0)) AS w LIMIT 1" }
        return try await transaction.pipeline(asked).flatMap { try $0.map { try $0["wrong"] as String } }
    }

    /// Of these hosts, those that are another tenant's.
    func takenHosts(_ lines: [String]) async throws -> [String] {
        let rows = try await transaction.query(
            """
            SELECT h.host FROM tenant_hosts AS h JOIN json_to_recordset(\(Self.array(lines))::json) AS r (host text) ON r.host = h.host
            WHERE h.tenant_id <> \(transaction.tenantID) ORDER BY h.host
            """)
        return try rows.map { try $0["host"] }
    }

    /// The statement that writes lines of a table.
    /// - Parameter columns: those that the lines have.
    func insertion(_ lines: [String], into table: MovedTable, _ columns: [MovedColumn]) -> SQL {
        let record = columns.map { "\($0.quoted) \($0.isBytes ? "text" : $0.type)" }.joined(separator: ", ")
        let values = columns.map { $0.isBytes ? "decode(r.\($0.quoted), 'base64')" : "r.\($0.quoted)" }
        let source: SQL = "json_to_recordset(\(Self.array(lines))::json) AS r (\(unsafeRaw: record))"
        guard table.name != MovedTable.tenants else {
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
    /// The statement that finds rows whose time zone nobody could have set here.
    func unknown(_ column: ZoneColumn) -> SQL {
        """
        SELECT 'the time zone in \(unsafeRaw: column.table)' AS wrong FROM \(unsafeRaw: column.table) AS t
        WHERE t.tenant_id = \(tenantID) AND t.\(unsafeRaw: column.name) IS NOT NULL
            AND NOT EXISTS (SELECT FROM time_zone_names() AS z WHERE z.name = t.\(unsafeRaw: column.name))
        """
    }
}

extension PostgresError {
    /// Whether what was to be written can't be right, as with a value that isn't of its type or refers to nothing: another try would fail
    /// as well.
    var blamesValues: Bool {
        switch self {
        case .server(let error): !isUnavailable && !Self.passing.contains(error.sqlState.errorClass)
        case .decoding: true
        default: false
        }
    }

    /// The classes of what ends by itself or is the operator's to mend: connections, transactions, roles, conflicts, resources, locks,
    /// interventions, the system and PostgreSQL itself.
    private static let passing: Set<Substring> = ["08", "25", "28", "40", "53", "55", "57", "58", "XX"]
}
