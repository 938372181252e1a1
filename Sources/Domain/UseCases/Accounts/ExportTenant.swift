import DavenportAPI
import Foundation

/// Writes a tenant as a file by which it can move to another house: an operator's work (rules 15).
public struct ExportTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        areas = dependencies.areas
    }

    /// All of it as it is at one moment, part by part. What is written meanwhile stays behind, and nobody waits.
    /// - Parameters:
    ///   - secrets: whether what lets people in goes along too; whoever holds the file could use it.
    ///   - write: is given the file in parts.
    /// - Returns: how many rows it has.
    public func callAsFunction(_ tenant: Tenant, secrets: Bool, to write: ([UInt8]) async throws -> Void) async throws -> Int {
        let tables = areas.moved(secrets: secrets)
        let rows = try await database.transaction(in: tenant.id, .longSnapshot, retries: 0) { transaction in
            let reader = try await TenantReader(transaction, tables)
            let header = TenantFile.Header(
                schema: try await reader.schema(), tenant: tenant, secrets: secrets, exportedAt: transaction.now)
            var (part, tally) = (try TenantFile.line(header) + Self.end, TenantTally(of: tables.flatMap(\.withParts).map(\.name)))
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

    /// In bytes.
    private static let part = 64 * 1024
    private static let end = [UInt8(ascii: "\n")]
}
