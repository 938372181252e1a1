import ArgumentParser
import Demo
import Domain
import LocalPostgres
import Logging
import Postgres
import Schema
import Secrets
import Settings
import Programs

struct Dev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve with a private PostgreSQL and a demo community: nothing else is needed.",
        discussion: "  davenport dev --port 8080 --data .davenport")

    @Option(help: "The port to listen on, on this machine only.")
    var port = 8080
    @Option(help: "The folder that keeps the private PostgreSQL.")
    var data = ".davenport"
    @Flag(help: "Leave the demo community out.")
    var empty = false

    func run() async throws {
        let logger = try Configuration(DotEnv.environment()).logger(label: "davenport")
        let postgres = try await LocalPostgres.start(in: data) { say($0) }
        do {
            let welcome = try await prepare(postgres, logger)
            let serving = Serving(url: postgres.uri(user: ServingRole.local), pool: 16, host: "127.0.0.1", port: port, logger: logger)
            try await serving.run { port in say("Serving on http://127.0.0.1:\(port)\n\n" + welcome(port)) }
        } catch {
            await postgres.stop()
            throw Failure(sentence(for: error))
        }
        await postgres.stop()
    }

    /// Brings the database up to date and fills it.
    /// - Returns: what to tell once the port is known.
    private func prepare(_ postgres: LocalPostgres, _ logger: Logger) async throws -> @Sendable (Int) -> String {
        let pool = Pool(.init(uri: postgres.uri(), size: 4, waiterTimeout: .seconds(60), applicationName: "davenport dev"), logger: logger)
        do {
            let welcome = try await prepare(pool, logger)
            await pool.close()
            return welcome
        } catch {
            await pool.close()
            throw error
        }
    }

    private func prepare(_ pool: Pool, _ logger: Logger) async throws -> @Sendable (Int) -> String {
        let schema = try Schema.load()
        let report = try await Migrator(migrations: schema.migrations, views: schema.views, logger: logger).migrate(pool)
        if !report.isEmpty { say("Brought the database up to date.") }
        let passwords = PasswordHasher()
        let dependencies = { (clock: WallClock) in
            Dependencies(database: Database(pool: pool, clock: clock), passwords: passwords, logger: logger)
        }
        try await CreateServingRole(dependencies(.system))(name: ServingRole.local, password: nil)
        guard !empty else { return { _ in "No tenant yet: davenport tenant create SLUG --name NAME" } }
        say("Loading the demo community.")
        let accounts = try await Demo(dependencies).load()
        return { accounts.welcome(port: $0) }
    }
}

/// Tells whoever watches, at once, also a script that reads along.
private func say(_ text: String) {
    print(text)
    flushOutput()
}
