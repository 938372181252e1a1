/// Prepares a database for the tables of a backup, and completes it after they are there.
public struct RestoreDatabase: Sendable {
    private let database: Database
    private let isSingleRole: Bool
    private let repository: BackupRepository

    /// Creates the use case.
    /// - Parameters:
    ///   - database: a database connected as its owner.
    ///   - isSingleRole: whether one role does everything (`SingleRole`).
    public init(_ database: Database, isSingleRole: Bool) {
        (self.database, self.isSingleRole) = (database, isSingleRole)
        repository = BackupRepository(database: database)
    }

    /// Whether the database has tables, which a restore would have to delete.
    public func hasTables() async throws -> Bool { try await !repository.tableNames().isEmpty }

    /// Deletes all tables, and creates what the backup needs but doesn't contain: the roles that its rights name.
    public func prepare() async throws {
        try await repository.empty()
        if isSingleRole {
            try await AdoptSingleRole(database).openSchema()
        } else {
            try await RoleRepository(database: database).ensureGroupRoles(ServingProgram.groups)
        }
        try await repository.revokePublicRights()
    }

    /// Creates the backup's policies of row security for the roles of this database.
    /// - Parameters:
    ///   - policies: the backup's policies.
    ///   - ownPolicies: the script that makes the policies of a database with a single role. A backup of separate roles has none.
    public func create(_ policies: [BackupPolicy], ownPolicies: String) async throws {
        guard isSingleRole else { return try await repository.createPolicies(policies.map { $0.statement(forSingleRole: nil) }) }
        let role = try await AdoptSingleRole(database).role()
        try await repository.createPolicies(policies.map { $0.statement(forSingleRole: role) } + [ownPolicies])
    }

    /// Counts the rows of each table.
    public func rows() async throws -> [String: Int] {
        try await repository.count(isSingleRole: isSingleRole) { _ in }.rows
    }
}

/// A policy of row security in a backup. Its roles may have other names in the database that the backup is restored to.
public struct BackupPolicy: Sendable, Equatable {
    private let beginning: String
    private let roles: [String]
    private let end: String

    /// Parses a statement that `pg_restore` prints; nil if it creates no policy.
    public init?(_ statement: String) {
        let form =
            #/
            (CREATE\ POLICY\ (?:"[^"]+"|\w+)\ ON\ \S+\ (?:AS\ RESTRICTIVE\ )?(?:FOR\ [A-Z]+\ )?)
            (?:TO\ (.+?)\ )?
            ((?:USING|WITH\ CHECK)\ \((?:.|\n)*)
            /#
        guard let match = statement.wholeMatch(of: form) else { return nil }
        beginning = String(match.1)
        roles = match.2.map { $0.split(separator: ", ").map(String.init) } ?? []
        end = String(match.3)
    }

    /// Whether the policy is of a database with separate roles.
    public var isOfSeparateRoles: Bool { roles.allSatisfy { ServingProgram.groups.contains($0) } }

    /// Returns the statement for a database.
    /// - Parameter role: the role that does everything there; nil with separate roles.
    func statement(forSingleRole role: String?) -> String {
        guard !roles.isEmpty else { return beginning + end }
        let worker = ServingProgram.pushWorker.group
        let names = role.map { role in roles.map { [SingleRole.owner, worker].contains($0) ? SingleRole.owner : "\"\(role)\"" } } ?? roles
        return beginning + "TO " + names.joined(separator: ", ") + " " + end
    }
}
