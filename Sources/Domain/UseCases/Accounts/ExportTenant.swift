import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator export a tenant to a file, which another deployment can import (rules 15).
    ///
    /// Writes all rows of the tenant from one snapshot, part by part. Rows that are written in the meantime are left
    /// out, and no request is blocked.
    /// - Parameters:
    ///   - secrets: whether the file contains password hashes, sessions and other secrets. Such a file gives access, so
    ///     it must be kept safe.
    ///   - transfer: seals what the master key encrypts for the importing deployment; nil to leave it out. It needs
    ///     `secrets`.
    ///   - write: gets the parts of the file.
    /// - Returns: the number of rows.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if the master key of the transfer can't open a secret.
    public func exportTenant(
        _ tenant: Tenant, secrets: Bool, _ transfer: KeyTransfer? = nil, to write: ([UInt8]) async throws -> Void
    ) async throws -> Int {
        let tables = areas.exportedTables(secrets: secrets, sealed: transfer != nil)
        let tokens =
            if let transfer {
                try await TransferProviderTokens(database: database).tokens(of: tenant.id, with: transfer.masterKey)
            } else { [String: TenantKeys.Token]() }
        let rows = try await database.transaction(in: tenant.id, .longSnapshot, retries: 0) { transaction in
            let reader = try await TenantExportReader(transaction, tables)
            let keys: SealedTenantKeys? =
                if let transfer { try await SealedSecretRepository(transaction).keys(transfer, tokens: tokens) } else { nil }
            let header = TenantFile.Header(
                schema: try await reader.schema(), tenant: tenant, secrets: secrets, keys: keys, exportedAt: transaction.now)
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
