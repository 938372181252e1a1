import Domain
import Logging
import Postgres
import Programs
import Secrets
import Settings

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
            // Whoever reads or writes a file at the same time may be slow.
            idleInTransactionTimeout: .zero, applicationName: "davenport"),
        logger: logger)
    let dependencies = Dependencies(
        database: Database(pool: pool, clock: try options.clock(configuration)), passwords: PasswordHasher(threads: 1), areas: Areas.all,
        logger: logger)
    do {
        let result = try await body(dependencies, pool, logger)
        await dependencies.changeNotifier.flush()
        await pool.close()
        return result
    } catch {
        await dependencies.changeNotifier.flush()
        await pool.close()
        throw Failure(sentence(for: error))
    }
}
