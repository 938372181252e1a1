/// Checks whether the server can work. The database must be reachable and have every migration that the program was
/// built with, and row security must bind the server's role.
public struct CheckReadiness: Sendable {
    /// Whether the server is ready, and if not, why. The reason contains no secret.
    public enum Readiness: Sendable, Equatable {
        case ready
        case notReady(reason: String)
    }

    private let database: Database
    private let migrations: [String]
    private let isSingleRole: Bool

    /// Creates the check.
    /// - Parameters:
    ///   - migrations: the names of the migrations that the program was built with.
    ///   - isSingleRole: whether one database role does everything (`SingleRole`).
    public init(_ database: Database, migrations: [String], isSingleRole: Bool = false) {
        self.database = database
        self.migrations = migrations
        self.isSingleRole = isSingleRole
    }

    /// Runs the check. A database that can't be reached is a result, not an error.
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
