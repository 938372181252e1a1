import ArgumentParser
import Configuration
import Domain
import Foundation
import Logging
import Postgres
import Schema

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database up to date, as its owner; make the server's role where it lacks.",
        discussion: """
            Two at once are safe. Done as MIGRATION_DATABASE_URL; the role named in DATABASE_URL is made with its password.

              davenport migrate --status
            """)

    @Flag(help: "Say what was done and what is pending, and change nothing.")
    var status = false
    @Flag(help: "Say what would be done, and change nothing.")
    var dryRun = false
    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, pool, logger in
            let schema = try Schema.load()
            let migrator = Migrator(migrations: schema.migrations, views: schema.views, logger: logger)
            if status || dryRun { return try show(try await migrator.status(pool)) }
            let report = try await migrator.migrate(pool)
            if let url = try Configuration(DotEnv.environment()).databaseURL {
                try await CreateServingRole(dependencies)(from: url)
            }
            try show(report)
        }
    }
}
