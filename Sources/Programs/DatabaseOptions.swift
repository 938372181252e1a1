import ArgumentParser
import Domain
import LocalPostgres
import Settings

/// Where the database is: as configured, or the private one of `davenport dev`.
public struct DatabaseOptions: ParsableArguments {
    @Option(help: "The folder of the private PostgreSQL, used where no DATABASE_URL is set.")
    public var data = ".davenport"

    /// As ArgumentParser makes them, before it reads any.
    public init() {}

    /// The database as the server's role.
    public func serverURL(_ configuration: Configuration) throws -> String {
        try configuration.databaseURL ?? local().uri(user: ServingRole.local)
    }

    /// The database as the push worker's role.
    public func workerURL(_ configuration: Configuration) throws -> String {
        if let url = configuration.pushDatabaseURL ?? configuration.singleRoleURL { return url }
        guard configuration.databaseURL == nil else {
            throw Failure("Set PUSH_DATABASE_URL: the push worker has a role of its own, and DATABASE_URL is the server's.")
        }
        return try local().uri(user: ServingRole.localWorker)
    }

    /// The database as its owner.
    public func ownerURL(_ configuration: Configuration) throws -> String {
        if let url = configuration.migrationDatabaseURL ?? configuration.singleRoleURL { return url }
        guard configuration.databaseURL == nil else {
            throw Failure("Set MIGRATION_DATABASE_URL: this is done as the database's owner, and DATABASE_URL is the server's role.")
        }
        return try local().uri()
    }

    /// The settings of each transaction of the push worker and of operators.
    public func transactionSettings(_ configuration: Configuration) -> [String: String] {
        isSingleRole(configuration) ? SingleRole.transactionSettings : [:]
    }

    /// Whether one role of PostgreSQL does everything. The private PostgreSQL always has separate ones.
    public func isSingleRole(_ configuration: Configuration) -> Bool {
        configuration.databaseRoles == .single && !isPrivate(configuration)
    }

    /// Whether the database is to be the private one.
    public func isPrivate(_ configuration: Configuration) -> Bool {
        [configuration.databaseURL, configuration.migrationDatabaseURL, configuration.pushDatabaseURL].allSatisfy { $0 == nil }
    }

    /// The clock that rules go by: with the private PostgreSQL, the one that `davenport dev clock` moves.
    public func clock(_ configuration: Configuration) throws -> WallClock {
        isPrivate(configuration) ? try MovableClock(in: data).wall : .system
    }

    private func local() throws -> LocalPostgres {
        guard let running = LocalPostgres.running(in: data) else {
            throw Failure("No DATABASE_URL is set, and no private PostgreSQL runs in \(data). Start one with: davenport dev")
        }
        return running
    }
}

extension Configuration {
    /// The address that all programs share when one role does everything.
    fileprivate var singleRoleURL: String? { databaseRoles == .single ? databaseURL : nil }
}

/// Why a command fails, in one plain sentence.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    /// - Parameter description: for whoever typed the command, without the program's name in front.
    public init(_ description: String) {
        self.description = description
    }
}
