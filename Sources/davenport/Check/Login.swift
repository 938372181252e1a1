import Domain
import Foundation
import Logging
import Postgres
import Programs
import Settings

/// A database login that one of the programs uses.
enum Login: String, CaseIterable {
    case server
    case worker
    case owner

    /// The name of the setting that has the database's URL with this login.
    var key: String {
        switch self {
        case .server: "DATABASE_URL"
        case .worker: "PUSH_DATABASE_URL"
        case .owner: "MIGRATION_DATABASE_URL"
        }
    }

    /// Whether the configuration of this machine has this database login.
    func isConfigured(_ configuration: Configuration, _ options: DatabaseOptions) -> Bool {
        switch self {
        case .server: configuration.databaseURL != nil || options.isPrivate(configuration)
        case .worker: configuration.pushDatabaseURL != nil || options.isPrivate(configuration) || options.isSingleRole(configuration)
        case .owner: configuration.migrationDatabaseURL != nil || options.isPrivate(configuration) || options.isSingleRole(configuration)
        }
    }

    private func url(_ configuration: Configuration, _ options: DatabaseOptions) throws -> String {
        switch self {
        case .server: try options.serverURL(configuration)
        case .worker: try options.workerURL(configuration)
        case .owner: try options.ownerURL(configuration)
        }
    }

    /// Creates a pool of one connection that throws its errors to the caller and logs none of them.
    func pool(_ configuration: Configuration, _ options: DatabaseOptions) throws -> Pool {
        var pooling = PoolConfiguration(
            uri: try url(configuration, options), size: 1, waiterTimeout: .seconds(5),
            isBehindPooler: self == .server && configuration.databasePooler == .transaction, applicationName: "davenport check")
        if self != .server { pooling.transactionSettings = options.transactionSettings(configuration) }
        return Pool(pooling, logger: Logger(label: "davenport") { _ in SwiftLogNoOpLogHandler() })
    }
}

/// A connection to the database with one login, and facts that were read through it.
struct CheckedLogin {
    let login: Login
    let pool: Pool
    let facts: DatabaseFacts
    /// The number of seconds by which the database's clock is at least ahead of this machine's clock; negative if it is
    /// behind.
    let lead: TimeInterval

    var database: Database { Database(pool: pool, clock: .system) }

    init(_ login: Login, _ pool: Pool) async throws {
        (self.login, self.pool) = (login, pool)
        let asked = Date()
        facts = try await InspectDatabase(Database(pool: pool, clock: .system))()
        // PostgreSQL read its clock at some moment between the query and the answer.
        let between = min(max(facts.time, asked), Date())
        lead = facts.time.timeIntervalSince(between)
    }
}
