import Domain
import Foundation
import Logging
import Postgres
import Programs

/// The login as which the database and its owner are made.
struct Superuser {
    /// The URL; nil to log in by the Unix socket of this machine's PostgreSQL as `postgres`, which asks the system for the user.
    let url: String?
    private static let account = "postgres"

    /// - Throws: `Failure` if there is no URL, and this program may not become `postgres`.
    init(url: String?) throws {
        guard url != nil || geteuid() == 0 || getpwnam(Self.account)?.pointee.pw_uid == geteuid() else {
            throw Failure("Run this as root, or name a superuser of PostgreSQL with --database.")
        }
        if let url, !url.hasPrefix("postgres://"), !url.hasPrefix("postgresql://") {
            throw Failure("--database must begin with postgresql://")
        }
        self.url = url
    }

    /// Logs in, and logs out afterwards.
    func login<Value>(_ body: (Database) async throws -> Value) async throws -> Value {
        let isRoot = url == nil && geteuid() == 0
        if isRoot {
            guard let user = getpwnam(Self.account)?.pointee.pw_uid, seteuid(user) == 0 else {
                throw Failure("This machine has no user postgres: apt install postgresql, or name a superuser with --database.")
            }
        }
        defer { if isRoot { _ = seteuid(0) } }
        let pool = Pool(
            PoolConfiguration(
                uri: url ?? "postgresql:///postgres?user=\(Self.account)", size: 1, waiterTimeout: .seconds(5), statementTimeout: .zero,
                applicationName: "davenport setup"),
            logger: Logger(label: "davenport") { _ in SwiftLogNoOpLogHandler() })
        do {
            let value = try await body(Database(pool: pool, clock: .system))
            await pool.close()
            return value
        } catch {
            await pool.close(grace: .zero)
            throw error
        }
    }

    /// Returns the URL of another role at the same PostgreSQL.
    /// - Parameter port: where PostgreSQL listens, for the programs' logins on this machine, which have passwords.
    func url(of role: String, password: String, database: String, port: Int) throws -> String {
        let server = try ConnectionString(url ?? "postgresql://localhost:\(port)")
        return server.uri(role: role, password: password, database: database)
    }
}
