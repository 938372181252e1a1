import ArgumentParser
import Settings
import Domain
import LocalPostgres
import Logging
import Postgres
import Secrets

/// Where the database is: as configured, or the private one of `davenport dev`.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The folder of the private PostgreSQL, used where no DATABASE_URL is set.")
    var data = ".davenport"

    /// The database as the server's role.
    func serverURL(_ configuration: Configuration) throws -> String {
        try configuration.databaseURL ?? local().uri(user: ServingRole.local)
    }

    /// The database as its owner.
    func ownerURL(_ configuration: Configuration) throws -> String {
        if let url = configuration.migrationDatabaseURL { return url }
        guard configuration.databaseURL == nil else {
            throw Failure("Set MIGRATION_DATABASE_URL: this is done as the database's owner, and DATABASE_URL is the server's role.")
        }
        return try local().uri()
    }

    private func local() throws -> LocalPostgres {
        guard let running = LocalPostgres.running(in: data) else {
            throw Failure("No DATABASE_URL is set, and no private PostgreSQL runs in \(data). Start one with: davenport dev")
        }
        return running
    }
}

/// Why a command fails, in one plain sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Runs an operator's command with the database's owner and closes the connection after it.
func asOwner<Result>(
    _ options: DatabaseOptions, _ body: (Dependencies, Pool, Logger) async throws -> Result
) async throws -> Result {
    let configuration = try Configuration(DotEnv.environment())
    let logger = configuration.logger(label: "davenport")
    let pool = Pool(
        // What operators do may take as long as it takes: a migration, a tenant's deletion.
        .init(
            uri: try options.ownerURL(configuration), size: 2, waiterTimeout: .seconds(10), statementTimeout: .zero,
            applicationName: "davenport"),
        logger: logger)
    let dependencies = Dependencies(
        database: Database(pool: pool, clock: .system), passwords: PasswordHasher(threads: 1), logger: logger)
    do {
        let result = try await body(dependencies, pool, logger)
        await pool.close()
        return result
    } catch {
        await pool.close()
        throw Failure(sentence(for: error))
    }
}
