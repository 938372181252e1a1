import Domain
import Logging
import Postgres
import Programs
import Schema
import Settings

/// Brings a database up to date, with the roles of the programs.
struct DatabaseMigration {
    let migrator: Migrator
    private let useCases: UseCases
    private let pool: Pool
    private let configuration: Configuration
    private let isSingleRole: Bool

    /// Creates the migration, and changes nothing.
    /// - Parameter pool: connections as the database's owner.
    init(_ useCases: UseCases, _ pool: Pool, _ configuration: Configuration, isSingleRole: Bool, _ logger: Logger) async throws {
        (self.useCases, self.pool, self.configuration, self.isSingleRole) = (useCases, pool, configuration, isSingleRole)
        let schema = try Schema.load()
        let role = isSingleRole ? try await AdoptSingleRole(useCases.database).role() : nil
        let roles = role.map { SingleRole.mapping(role: $0, policies: schema.singleRole) }
        migrator = Migrator(migrations: schema.migrations, definitions: schema.definitions, roles: roles, logger: logger)
    }

    /// Applies what is pending, and creates the roles that the configuration names.
    func run() async throws -> MigrationReport {
        if isSingleRole { try await AdoptSingleRole(useCases.database).openSchema() }
        let report = try await migrator.migrate(pool)
        if isSingleRole {
            try await AdoptSingleRole(useCases.database).tune()
        } else {
            if let url = configuration.databaseURL { try await useCases.createServingRole(.server, from: url) }
            if let url = configuration.pushDatabaseURL { try await useCases.createServingRole(.pushWorker, from: url) }
        }
        return report
    }
}
