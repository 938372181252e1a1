import DavenportAPI
import Foundation

/// Makes a tenant of a file that another house has written: an operator's work (rules 15).
///
/// It comes in batches, each a transaction, and nobody sees it before all of it is there and right. Who is stopped goes on behind the last
/// batch, with the same file.
public struct ImportTenant: Sendable {
    private let database: Database
    private let areas: [Area]

    private let batch: TenantIntake.Batch

    public init(_ dependencies: Dependencies) {
        self.init(dependencies, batch: TenantIntake.Batch())
    }

    init(_ dependencies: Dependencies, batch: TenantIntake.Batch) {
        (database, areas, self.batch) = (dependencies.database, dependencies.areas, batch)
    }

    /// - Parameters:
    ///   - slug: instead of the one that it had.
    ///   - hosts: whether its hosts come along.
    ///   - source: answers part after part of the file, then nil.
    /// - Returns: the tenant, which everybody sees from now on.
    /// - Throws: `TenantFileFault` where the file isn't as it was written or doesn't fit in here, and then nothing of it is left; `invalid`
    ///   naming a slug that is taken. After anything else, what came in waits for the rest.
    public func callAsFunction(slug: String?, hosts: Bool, from source: @escaping () async throws -> [UInt8]?) async throws -> Tenant {
        let areas = areas
        let file = try await TenantFileReader(source) { secrets in areas.moved(secrets: secrets).flatMap(\.withParts).map(\.name) }
        let (header, id) = (file.header, file.header.tenant.id)
        guard try await TenantRegistry(database: database).appliedMigrations().contains(header.schema) else {
            throw TenantFileFault("The file is of a newer program than this: it has \(header.schema), which this database hasn't.")
        }
        guard let name = try? TenantName(header.tenant.name).text else {
            throw TenantFileFault("The file's tenant has a name that can't be.")
        }
        let tenant = Tenant(
            id: id, slug: try TenantSlug(slug ?? header.tenant.slug).text, name: name, features: [], signup: .invite)
        let begun = try await begin(tenant, file)
        do {
            try await skip(begun, file)
            let intake = TenantIntake(file: file, tables: areas.moved(secrets: header.secrets), hosts: hosts, batch: batch)
            while file.row != nil { try await database.transaction(in: id, retries: 0) { try await intake.takeBatch($0) } }
            try await database.transaction(in: id, retries: 0) { try await intake.finish($0, areas) }
        } catch {
            guard let fault = intakeFault(error) else { throw error }
            try await DiscardTenantImport(database, areas)(id)
            throw fault
        }
        let found = try await TenantRegistry(database: database).find(id)
        guard let found else { throw Problem(.tenantNotFound) }
        return found
    }

    /// - Returns: how far it has come before.
    private func begin(_ tenant: Tenant, _ file: TenantFileReader) async throws -> TenantImportRepository.Progress {
        let digest = file.passedDigest
        return try await database.transaction(in: tenant.id) { transaction in
            let imports = TenantImportRepository(transaction)
            if let progress = try await imports.progress() { return progress }
            guard try await imports.make(tenant, digest: digest, lasting: areas.lasting) else {
                throw TenantFileFault(
                    "There is a tenant with the id \(tenant.id.lowercased) already: ids are kept, so it can't come in twice.")
            }
            return TenantImportRepository.Progress(rows: 0, digest: digest)
        }
    }

    /// Reads again what has come in.
    private func skip(_ progress: TenantImportRepository.Progress, _ file: TenantFileReader) async throws {
        while file.passed < progress.rows, file.row != nil { try await file.pass() }
        guard file.passed == progress.rows, file.passedDigest == progress.digest else { throw OtherTenantFile() }
    }

    /// What the file is to blame for.
    private func intakeFault(_ error: any Error) -> TenantFileFault? {
        if let fault = error as? TenantFileFault { return fault }
        return TenantIntake.refusal(error).map { TenantFileFault("The file doesn't fit in here, and nothing of it is left: \($0).") }
    }
}

/// Of this tenant another file has come in before.
public struct OtherTenantFile: Error, CustomStringConvertible {
    public let description = """
        Of this tenant a part of another file has come in before, or of this one before it was changed. Go on with that one, or remove what \
        came in with --discard.
        """
}

/// Removes what has come in of a tenant that isn't whole: an operator's work.
public struct DiscardTenantImport: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ dependencies: Dependencies) {
        self.init(dependencies.database, dependencies.areas)
    }

    init(_ database: Database, _ areas: [Area]) {
        (self.database, self.areas) = (database, areas)
    }

    /// - Parameter source: a tenant's file, of which the first line is read.
    /// - Returns: the slug that the file has.
    /// - Throws: `tenantNotFound` where nothing of it is coming in.
    public func callAsFunction(from source: @escaping () async throws -> [UInt8]?) async throws -> String {
        let header = try await TenantFileReader.header(source)
        try await self(header.tenant.id)
        return header.tenant.slug
    }

    /// - Throws: `tenantNotFound` where such a tenant isn't coming in, also where it is whole.
    func callAsFunction(_ tenantID: UUID) async throws {
        let tables = areas.reversed().flatMap { $0.tables }
        try await database.transaction(in: tenantID) { transaction in
            let imports = TenantImportRepository(transaction)
            guard try await imports.progress() != nil else { throw Problem(.tenantNotFound) }
            try await imports.discard(tables, lasting: areas.lasting)
        }
    }
}
