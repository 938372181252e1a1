import Domain
import Foundation
import Programs
import Schema

/// What a backup holds, compared with what this program needs.
struct BackupVerification: Encodable {
    let findings: [Finding]
    /// The number of rows by table.
    let rows: [String: Int]

    var isGood: Bool { findings.allSatisfy(\.ok) }

    /// Reads a backup whole.
    /// - Throws: `Failure` if it can't be read to its end.
    init(_ archive: Archive) async throws {
        let tables = try await archive.rows()
        rows = tables.mapValues(\.count)
        let applied = tables["schema_migrations"]?.values(of: "name") ?? []
        let known = try Schema.load().migrations.map(\.name)
        let slugs = (tables["tenants"]?.values(of: "slug") ?? []).sorted()
        findings = [
            .ok("archive", archive.origin), Self.tables(rows, archive, isCurrent: Set(applied) == Set(known)),
            Self.migrations(applied, known), Self.communities(slugs),
        ]
    }

    private static func tables(_ rows: [String: Int], _ archive: Archive, isCurrent: Bool) -> Finding {
        guard archive.tables.contains("schema_migrations") else {
            return .wrong("tables", "none is of Davenport's: the backup is of another database. Is MIGRATION_DATABASE_URL the right one?")
        }
        let needed = Areas.all.flatMap { $0.tables + $0.lastingTables + $0.sharedTables }
        let missing = archive.tables.filter { rows[$0] == nil } + (isCurrent ? needed.filter { rows[$0] == nil } : [])
        if let first = missing.first { return .wrong("tables", "\(first) has no rows in it, not even none: back up again.") }
        return .ok("tables", "\(rows.count) with \(rows.values.reduce(0, +)) rows")
    }

    private static func migrations(_ applied: [String], _ known: [String]) -> Finding {
        guard let newest = applied.max() else { return .wrong("migrations", "none: the database that was backed up was never migrated.") }
        if let unknown = applied.filter({ !known.contains($0) }).max() {
            return .wrong("migrations", "\(unknown) is newer than this program: use the newer program.")
        }
        let pending = known.count - applied.count
        return .ok(
            "migrations", "\(applied.count), the last \(newest)" + (pending > 0 ? "; \(pending) newer ones follow at a restore" : ""))
    }

    private static func communities(_ slugs: [String]) -> Finding {
        guard !slugs.isEmpty else { return .wrong("communities", "none is in it.") }
        let shown = slugs.prefix(10).joined(separator: ", ")
        return .ok("communities", "\(slugs.count): \(shown)" + (slugs.count > 10 ? ", …" : ""))
    }
}
