import DavenportAPI
import Foundation

/// Imports a tenant from a file that another deployment has exported. It serves operators (rules 15).
///
/// The import runs in batches, each in a transaction. The tenant is visible only once the import is complete and correct.
/// An interrupted import continues after its last batch, with the same file.
public struct ImportTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    private let batch: TenantImporter.Batch

    public init(_ dependencies: Dependencies) {
        self.init(dependencies, batch: TenantImporter.Batch())
    }

    init(_ dependencies: Dependencies, batch: TenantImporter.Batch) {
        (database, areas, self.batch) = (dependencies.database, dependencies.areas, batch)
    }

    /// Imports the tenant, or continues its import.
    /// - Parameters:
    ///   - slug: the new slug, or nil to keep the one in the file.
    ///   - hosts: whether the tenant's hosts are imported.
    ///   - source: returns the parts of the file one after the other, then nil.
    /// - Returns: the tenant, which is visible from now on.
    /// - Throws: `TenantFileFault` if the file was changed or doesn't fit into this database. Then the import is undone.
    ///   `invalid` naming a slug that is taken. After any other error, the imported batches wait for the rest.
    public func callAsFunction(slug: String?, hosts: Bool, from source: @escaping () async throws -> [UInt8]?) async throws -> Tenant {
        let areas = areas
        let file = try await TenantFileReader(source) { secrets in areas.exportedTables(secrets: secrets).flatMap(\.withParts).map(\.name) }
        let (header, id) = (file.header, file.header.tenant.id)
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
            let intake = TenantImporter(file: file, tables: areas.exportedTables(secrets: header.secrets), hosts: hosts, batch: batch)
            while file.row != nil { try await database.transaction(in: id, retries: 0) { try await intake.takeBatch($0) } }
            try await database.transaction(in: id, retries: 0) { try await intake.finish($0, areas) }
        } catch {
            guard let fault = importFault(error) else { throw error }
            try await DiscardTenantImport(database, areas)(id)
            throw fault
        }
        let found = try await TenantRegistry(database: database).find(id)
        guard let found else { throw Problem(.tenantNotFound) }
        return found
    }

    /// Creates the tenant, unless its import has begun.
    /// - Returns: the progress of an earlier import, or no progress.
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

    /// Reads the part of the file again that is already imported.
    private func skip(_ progress: TenantImportRepository.Progress, _ file: TenantFileReader) async throws {
        while file.passed < progress.rows, file.row != nil { try await file.pass() }
        guard file.passed == progress.rows, file.passedDigest == progress.digest else { throw OtherTenantFile() }
    }

    /// Returns the fault of the file, or nil if the file isn't at fault.
    private func importFault(_ error: any Error) -> TenantFileFault? {
        if let fault = error as? TenantFileFault { return fault }
        return TenantImporter.refusal(error).map { TenantFileFault("The file doesn't fit this database, so the import was undone: \($0).") }
    }
}

/// Part of another file of this tenant has been imported before.
public struct OtherTenantFile: Error, CustomStringConvertible {
    public let description = """
        Part of another file of this tenant, or of this file before a change, has been imported already. Continue with that file, or undo \
        its import with --discard.
        """
}

/// Undoes an incomplete import. It serves operators.
public struct DiscardTenantImport: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        self.init(dependencies.database, dependencies.areas)
    }

    init(_ database: Database, _ areas: [Area]) {
        (self.database, self.areas) = (database, areas)
    }

    /// Undoes the import of the tenant in a file.
    /// - Parameter source: returns the parts of the tenant's file. Only its first line is read.
    /// - Returns: the slug in the file.
    /// - Throws: `tenantNotFound` if no import of the tenant is under way.
    public func callAsFunction(from source: @escaping () async throws -> [UInt8]?) async throws -> String {
        let header = try await TenantFileReader.header(source)
        try await self(header.tenant.id)
        return header.tenant.slug
    }

    /// Undoes the import of a tenant.
    /// - Throws: `tenantNotFound` if no import of the tenant is under way, also if it is complete.
    func callAsFunction(_ tenantID: UUID) async throws {
        let tables = areas.reversed().flatMap { $0.tables }
        try await database.transaction(in: tenantID) { transaction in
            let imports = TenantImportRepository(transaction)
            guard try await imports.progress() != nil else { throw Problem(.tenantNotFound) }
            try await imports.discard(tables, tablesOutlivingTenant: areas.tablesOutlivingTenant)
        }
    }
}
