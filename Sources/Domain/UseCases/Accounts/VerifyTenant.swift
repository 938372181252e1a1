import DavenportAPI
import Foundation

/// Compares a tenant with a file of it: an operator's work (rules 15).
public struct VerifyTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        areas = dependencies.areas
    }

    /// - Parameter source: answers part after part of the file, then nil.
    /// - Returns: each table of the file, in its order. Hosts count as equal where the tenant has none here.
    /// - Throws: `TenantFileFault` where the file isn't as it was written, or is of another tenant.
    public func callAsFunction(_ tenant: Tenant, with source: @escaping () async throws -> [UInt8]?) async throws -> [VerifiedTable] {
        let areas = areas
        let file = try await TenantFileReader(source) { secrets in areas.moved(secrets: secrets).flatMap(\.withParts).map(\.name) }
        guard file.header.tenant.id == tenant.id else {
            throw TenantFileFault(
                "The file is of another tenant: \(file.header.tenant.slug), whose id is \(file.header.tenant.id.lowercased).")
        }
        while file.row != nil { try await file.pass() }
        guard let footer = file.footer else { throw TenantFileFault("The file isn't whole: it ends before its last line.") }
        let comparison = TenantComparison(file: file, tables: areas.moved(secrets: file.header.secrets))
        return try await database.transaction(in: tenant.id, .longSnapshot, retries: 0) { try await comparison($0, footer) }
    }
}

/// A table of a tenant, in a file and here.
public struct VerifiedTable: Encodable, Sendable, Equatable {
    public let table: String
    /// How many rows the file has.
    public let inFile: Int
    /// How many the tenant has.
    public let here: Int
    /// Whether every row is the same.
    public let isEqual: Bool
}
