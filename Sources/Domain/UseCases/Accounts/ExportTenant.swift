import DavenportAPI
import Foundation

/// Lets an operator export a tenant to a file, which another deployment can import (rules 15).
public struct ExportTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        areas = dependencies.areas
    }

    /// Writes all rows of the tenant from one snapshot, part by part. Rows that are written in the meantime are left
    /// out, and no request is blocked.
    /// - Parameters:
    ///   - secrets: whether the file contains password hashes, sessions and other secrets. Such a file gives access, so
    ///     it must be kept safe.
    ///   - write: gets the parts of the file.
    /// - Returns: the number of rows.
    public func callAsFunction(_ tenant: Tenant, secrets: Bool, to write: ([UInt8]) async throws -> Void) async throws -> Int {
        let tables = areas.exportedTables(secrets: secrets)
        let rows = try await database.transaction(in: tenant.id, .longSnapshot, retries: 0) { transaction in
            let reader = try await TenantExportReader(transaction, tables)
            let header = TenantFile.Header(
                schema: try await reader.schema(), tenant: tenant, secrets: secrets, exportedAt: transaction.now)
            var (part, tally) = (try TenantFile.line(header) + Self.end, TableDigests(of: tables.flatMap(\.withParts).map(\.name)))
            try await reader.read(secrets: secrets) { table, line in
                tally.add(line, of: table)
                part += line
                guard part.count >= Self.part else { return }
                try await write(part)
                part.removeAll(keepingCapacity: true)
            }
            try await write(part + (try TenantFile.line(tally.footer)) + Self.end)
            return tally.footer.counts.values.reduce(0, +)
        }
        try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await $0.audit(.tenantExported, by: .operator, detail: secrets ? "secrets" : nil)
        }
        return rows
    }

    /// The size of the parts, in bytes.
    private static let part = 64 * 1024
    private static let end = [UInt8(ascii: "\n")]
}
