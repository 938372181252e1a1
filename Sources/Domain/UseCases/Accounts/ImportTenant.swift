import DavenportAPI
import Foundation
import Secrets

/// Lets an operator import a tenant from a file that another deployment has exported (rules 15).
///
/// The import runs in batches, each in a transaction of its own. The tenant is visible only once everything is imported
/// and correct. An interrupted import can be continued with the same file; it goes on after its last batch.
public struct ImportTenant: Sendable {
    private let database: Database
    private let areas: [Area]
    private let masterKey: MasterKey?
    private let batch: TenantImporter.Batch

    /// - Parameter masterKey: this deployment's, which opens the keys of a file that was exported for it. Other files need
    ///   none.
    public init(_ useCases: UseCases, masterKey: MasterKey? = nil) {
        self.init(useCases, masterKey: masterKey, batch: TenantImporter.Batch())
    }

    init(_ useCases: UseCases, masterKey: MasterKey? = nil, batch: TenantImporter.Batch) {
        (database, areas, self.masterKey, self.batch) = (useCases.database, useCases.areas, masterKey, batch)
    }

    /// Imports the tenant, or continues its import.
    /// - Parameters:
    ///   - slug: the slug that the tenant gets; nil for the one in the file.
    ///   - hosts: whether the tenant's host names are imported.
    ///   - standing: whether the tenant answers requests once it is imported.
    ///   - source: returns the parts of the file one after the other, then nil.
    /// - Returns: the tenant, which has the standing from now on.
    /// - Throws: `TenantFileFault` if the file was changed or doesn't fit this database; the import is then undone.
    ///   `invalid` if the slug is taken. After any other error, the imported batches stay, so that the import can be
    ///   continued.
    public func callAsFunction(
        slug: String?, hosts: Bool, standing: TenantStanding = .open, from source: @escaping () async throws -> [UInt8]?
    ) async throws -> Tenant {
        let areas = areas
        let file = try await TenantFileReader(source) { areas.exportedTables(in: $0) }
        let (header, id) = (file.header, file.header.tenant.id)
        let keys = try keys(header)
        guard try await TenantRegistry(database: database).appliedMigrations().contains(header.schema) else {
            throw TenantFileFault("The file was exported by a newer version: this database lacks its migration \(header.schema).")
        }
        guard let name = try? TenantName(header.tenant.name).text else {
            throw TenantFileFault("The name of the file's tenant isn't allowed.")
        }
        let tenant = Tenant(
            id: id, slug: try TenantSlug(slug ?? header.tenant.slug).text, name: name, features: [], signup: .invite)
        let begun = try await begin(tenant, file)
        do {
            try await skip(begun, file)
            let intake = TenantImporter(file: file, tables: areas.exportedTables(in: header), hosts: hosts, batch: batch)
            while file.row != nil { try await database.transaction(in: id, retries: 0) { try await intake.takeBatch($0) } }
            if let keys, let masterKey { try await take(keys, of: id, under: masterKey) }
            try await database.transaction(in: id, retries: 0) { try await intake.finish($0, areas, standing) }
        } catch {
            guard let fault = importFault(error) else { throw error }
            try await DiscardTenantImport(database, areas)(id)
            throw fault
        }
        let found = try await TenantRegistry(database: database).find(id)
        guard let found else { throw Problem(.tenantNotFound) }
        return found
    }

    /// Opens the keys of a file, before anything is imported; nil if it has none.
    private func keys(_ header: TenantFile.Header) throws -> TenantKeys? {
        guard let keys = header.keys else { return nil }
        guard let masterKey else {
            throw TenantFileFault("The file has keys for this deployment's master key: set MASTER_KEY or MASTER_KEY_FILE.")
        }
        return try keys.open(of: header.tenant.id, with: masterKey)
    }

    /// Stores the keys of a file. This happens before the import is complete, because a complete one can't be repeated. The
    /// secrets come first: they prove that the tenant has the keys whose tokens are stored then.
    private func take(_ keys: TenantKeys, of id: UUID, under masterKey: MasterKey) async throws {
        try await database.transaction(in: id, retries: 0) { try await SealedSecretRepository($0).take(keys, under: masterKey) }
        try await TransferProviderTokens(database: database).take(keys.tokens, of: id, under: masterKey)
    }

    /// Creates the tenant, unless its import has begun before.
    /// - Returns: how much of the file is imported already.
    private func begin(_ tenant: Tenant, _ file: TenantFileReader) async throws -> TenantImportRepository.Progress {
        let digest = file.passedDigest
        return try await database.transaction(in: tenant.id) { transaction in
            let imports = TenantImportRepository(transaction)
            if let progress = try await imports.progress() { return progress }
            guard try await imports.make(tenant, digest: digest, tablesOutlivingTenant: areas.tablesOutlivingTenant) else {
                throw TenantFileFault(
                    "A tenant with the id \(tenant.id.lowercased) exists already. An import keeps the id, so it can run only once.")
            }
            return TenantImportRepository.Progress(rows: 0, digest: digest)
        }
    }

    /// Reads the part of the file that is imported already, and checks that it equals the lines that were imported.
    private func skip(_ progress: TenantImportRepository.Progress, _ file: TenantFileReader) async throws {
        while file.passed < progress.rows, file.row != nil { try await file.pass() }
        guard file.passed == progress.rows, file.passedDigest == progress.digest else { throw OtherTenantFile() }
    }

    /// Returns the fault of the file that caused an error; nil if the file didn't cause it.
    private func importFault(_ error: any Error) -> TenantFileFault? {
        if let fault = error as? TenantFileFault { return fault }
        return TenantImporter.refusal(error).map { TenantFileFault("The file doesn't fit this database, so the import was undone: \($0).") }
    }
}

/// The error if the import of another file of the same tenant has begun before.
public struct OtherTenantFile: Error, CustomStringConvertible {
    public let description = """
        Part of another file of this tenant, or of this file before a change, has been imported already. Continue with that file, or undo \
        its import with --discard.
        """
}

/// Lets an operator undo an import that isn't complete.
public struct DiscardTenantImport: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ useCases: UseCases) {
        self.init(useCases.database, useCases.areas)
    }

    init(_ database: Database, _ areas: [Area]) {
        (self.database, self.areas) = (database, areas)
    }

    /// Undoes the import of the tenant that a file contains.
    /// - Parameter source: returns the parts of the file. Only its first line is read.
    /// - Returns: the tenant's slug in the file.
    /// - Throws: `tenantNotFound` if the tenant isn't being imported.
    public func callAsFunction(from source: @escaping () async throws -> [UInt8]?) async throws -> String {
        let header = try await TenantFileReader.header(source)
        try await self(header.tenant.id)
        return header.tenant.slug
    }

    /// Undoes the import of a tenant.
    /// - Throws: `tenantNotFound` if the tenant isn't being imported, or its import is complete.
    func callAsFunction(_ tenantID: UUID) async throws {
        let tables = areas.reversed().flatMap { $0.tables }
        try await database.transaction(in: tenantID) { transaction in
            let imports = TenantImportRepository(transaction)
            guard try await imports.progress() != nil else { throw Problem(.tenantNotFound) }
            try await imports.discard(tables, tablesOutlivingTenant: areas.tablesOutlivingTenant)
        }
    }
}
