/// Whether the server can do its work: the database answers and has every migration that this program was built with.
public struct CheckReadiness: Sendable {
    /// The answer, with a reason that names no secret.
    public enum Readiness: Sendable, Equatable {
        case ready
        case notReady(reason: String)
    }

    private let database: Database
    private let migrations: [String]

    /// - Parameter migrations: the names of those that the program was built with.
    public init(_ database: Database, migrations: [String]) {
        self.database = database
        self.migrations = migrations
    }

    public func callAsFunction() async -> Readiness {
        do {
            let applied = Set(try await TenantRegistry(database: database).appliedMigrations())
            let missing = migrations.filter { !applied.contains($0) }
            return missing.isEmpty ? .ready : .notReady(reason: "migrations are missing: \(missing.joined(separator: ", "))")
        } catch {
            return .notReady(reason: "the database can't be reached")
        }
    }
}
