/// Checks whether the server can work: the database answers, has every migration that the program was built with, and
/// binds the server by row security.
public struct CheckReadiness: Sendable {
    /// Says whether the server is ready. The reason contains no secret.
    public enum Readiness: Sendable, Equatable {
        case ready
        case notReady(reason: String)
    }

    private let database: Database
    private let migrations: [String]
    private let isSingleRole: Bool

    /// - Parameters:
    ///   - migrations: the names of the migrations that the program was built with.
    ///   - isSingleRole: whether the database has a single role (`SingleRole`).
    public init(_ database: Database, migrations: [String], isSingleRole: Bool = false) {
        self.database = database
        self.migrations = migrations
        self.isSingleRole = isSingleRole
    }

    /// Queries the database. An unreachable database is a result, not an error.
    public func callAsFunction() async -> Readiness {
        do {
            let missing = try await FindMissingMigrations(database)(of: migrations)
            if !missing.isEmpty { return .notReady(reason: "migrations are missing: \(missing.joined(separator: ", "))") }
            return try await CheckRole(database, isSingleRole: isSingleRole)().map { .notReady(reason: "\($0)") } ?? .ready
        } catch {
            return .notReady(reason: "the database can't be reached")
        }
    }
}
