import Domain
import Logging
import Postgres
import Programs
import Secrets
import Settings

/// Runs an operator's command with a database connection of the role that owns the database, and closes the connection
/// afterwards.
/// - Parameter given: the configuration; nil for that of the environment.
func asOwner<Result>(
    _ options: DatabaseOptions, _ given: Configuration? = nil, _ body: (UseCases, Pool, Logger) async throws -> Result
) async throws -> Result {
    let configuration = try given ?? Configuration(DotEnv.environment())
    let logger = configuration.logger(label: "davenport")
    // No time limit: a migration, an export or the deletion of a tenant may take long, and so may reading or writing an
    // exported file.
    var pooling = PoolConfiguration(
        uri: try options.ownerURL(configuration), size: 2, waiterTimeout: .seconds(10), statementTimeout: .zero,
        idleInTransactionTimeout: .zero, applicationName: "davenport")
    pooling.transactionSettings = options.transactionSettings(configuration)
    let pool = Pool(pooling, logger: logger)
    var services = Services()
    services[WebOrigin.self] = configuration.publicURL.map(WebOrigin.init)
    let useCases = UseCases(
        database: Database(pool: pool, clock: try options.clock(configuration)), passwords: PasswordHasher(threads: 1), areas: Areas.all,
        services: services, logger: logger)
    do {
        let result = try await body(useCases, pool, logger)
        await useCases.changeNotifier.flush()
        await pool.close()
        return result
    } catch {
        await useCases.changeNotifier.flush()
        await pool.close()
        throw Failure(sentence(for: error))
    }
}
