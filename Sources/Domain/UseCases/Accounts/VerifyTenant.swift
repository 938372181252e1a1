import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator compare a tenant with the file that it was exported to or imported from (rules 15).
    /// - Parameter source: returns the parts of the file one after the other, then nil.
    /// - Returns: the result for each table, in the order of the file. If the tenant has no host names on this
    ///   deployment, the table of host names counts as equal, because an import may leave the host names out.
    /// - Throws: `TenantFileFault` if the file was changed, or belongs to another tenant.
    public func verifyTenant(_ tenant: Tenant, with source: @escaping () async throws -> [UInt8]?) async throws -> [VerifiedTable] {
        let areas = areas
        let file = try await TenantFileReader(source) { areas.exportedTables(in: $0) }
        guard file.header.tenant.id == tenant.id else {
            throw TenantFileFault(
                "The file belongs to another tenant: \(file.header.tenant.slug), whose id is \(file.header.tenant.id.lowercased).")
        }
        while file.row != nil { try await file.pass() }
        guard let footer = file.footer else { throw TenantFileFault("The file is incomplete: it ends before its last line.") }
        let comparison = TenantComparison(file: file, tables: areas.exportedTables(in: file.header))
        return try await database.transaction(in: tenant.id, .longSnapshot, retries: 0) { try await comparison($0, footer) }
    }
}

/// The result of comparing one table of a tenant between its file and this database.
public struct VerifiedTable: Encodable, Sendable, Equatable {
    public let table: String
    /// The number of rows in the file.
    public let inFile: Int
    /// The number of rows in this database.
    public let here: Int
    /// Whether the file and the database have the same rows.
    public let isEqual: Bool
}
