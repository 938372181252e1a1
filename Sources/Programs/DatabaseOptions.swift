import ArgumentParser
import Domain
import LocalPostgres
import Settings

/// The command-line options that select the database: the configured one, or the private PostgreSQL that
/// `davenport dev` starts.
public struct DatabaseOptions: ParsableArguments {
    @Option(help: "The folder of the private PostgreSQL, used if no DATABASE_URL is set.")
    public var data = ".davenport"

    /// Creates options with default values. ArgumentParser needs this initializer before it parses the command line.
    public init() {}

    /// Returns the database's URL with the server's role.
    /// - Throws: `Failure` if no database is configured and no private PostgreSQL runs.
    public func serverURL(_ configuration: Configuration) throws -> String {
        try configuration.databaseURL ?? local().uri(user: ServingRole.local)
    }

    /// Returns the database's URL with the push worker's role.
    /// - Throws: `Failure` if the URL isn't configured.
    public func workerURL(_ configuration: Configuration) throws -> String {
        if let url = configuration.pushDatabaseURL ?? configuration.singleRoleURL { return url }
        guard configuration.databaseURL == nil else {
            throw Failure("Set PUSH_DATABASE_URL: the push worker has a role of its own, and DATABASE_URL is the server's.")
        }
        return try local().uri(user: ServingRole.localWorker)
    }

    /// Returns the database's URL with the role that owns the database.
    /// - Throws: `Failure` if the URL isn't configured.
    public func ownerURL(_ configuration: Configuration) throws -> String {
        if let url = configuration.migrationDatabaseURL ?? configuration.singleRoleURL { return url }
        guard configuration.databaseURL == nil else {
            throw Failure("Set MIGRATION_DATABASE_URL: this is done as the database's owner, and DATABASE_URL is the server's role.")
        }
        return try local().uri()
    }

    /// Returns the server settings that the push worker and operators' commands apply to each of their transactions.
    public func transactionSettings(_ configuration: Configuration) -> [String: String] {
        isSingleRole(configuration) ? SingleRole.transactionSettings : [:]
    }

    /// Whether all programs log in with one PostgreSQL role. The private PostgreSQL always has separate roles.
    public func isSingleRole(_ configuration: Configuration) -> Bool {
        configuration.databaseRoles == .single && !isPrivate(configuration)
    }

    /// Whether commands use the private PostgreSQL that `davenport dev` starts, instead of a configured database.
    public func isPrivate(_ configuration: Configuration) -> Bool {
        [configuration.databaseURL, configuration.migrationDatabaseURL, configuration.pushDatabaseURL].allSatisfy { $0 == nil }
    }

    /// Returns the clock by which the rules decide about times. With the private PostgreSQL, it is a clock that the
    /// command `davenport dev clock` moves.
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
    /// The database's URL, if all programs log in with one role; otherwise nil.
    fileprivate var singleRoleURL: String? { databaseRoles == .single ? databaseURL : nil }
}

/// An error of a command, as one plain sentence.
public struct Failure: Error, CustomStringConvertible {
    public let description: String

    /// Creates an error.
    /// - Parameter description: a sentence for the person at the terminal, without the program's name in front.
    public init(_ description: String) {
        self.description = description
    }
}
