/// Whether the server can do its work: the database answers, has every migration that this program was built with, and binds it by row
/// security.
public struct CheckReadiness: Sendable {
    /// The answer, with a reason that names no secret.
    public enum Readiness: Sendable, Equatable {
        case ready
        case notReady(reason: String)
    }

    private let database: Database
    private let migrations: [String]
    private let isSingleRole: Bool

    /// - Parameters:
    ///   - migrations: the names of those that the program was built with.
    ///   - isSingleRole: whether the database has a single role (`SingleRole`).
    public init(_ database: Database, migrations: [String], isSingleRole: Bool = false) {
        self.database = database
        self.migrations = migrations
        self.isSingleRole = isSingleRole
    }

    /// Asks the database, and throws nothing: that it can't be reached is an answer.
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
