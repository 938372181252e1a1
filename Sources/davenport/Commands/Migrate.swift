import ArgumentParser
import Settings
import Domain
import Foundation
import Logging
import Postgres
import Schema
import Programs

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database up to date, as its owner; make the programs' roles where they lack.",
        discussion: """
            Two at once are safe. Done as MIGRATION_DATABASE_URL; the roles named in DATABASE_URL and PUSH_DATABASE_URL are made with their \
            passwords.

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
            if status { return try show(try await migrator.status(pool)) }
            if dryRun { return try show(try await migrator.plan(pool)) }
            let report = try await migrator.migrate(pool)
            let configuration = try Configuration(DotEnv.environment())
            if let url = configuration.databaseURL { try await CreateServingRole(dependencies)(.server, from: url) }
            if let url = configuration.pushDatabaseURL { try await CreateServingRole(dependencies)(.pushWorker, from: url) }
            try show(report)
        }
    }

    private func show(_ status: MigrationStatus) throws {
        if json { return try printJSON(["applied": status.applied, "pending": status.pending, "changedViews": status.changedViews]) }
        print("\(status.applied.count) applied, \(status.pending.count) pending, \(status.changedViews.count) views to make anew.")
        for name in status.pending + status.changedViews { print("  \(name)") }
    }

    private func show(_ plan: MigrationPlan) throws {
        let steps = plan.migrations + plan.views
        if json { return try printJSON(Dictionary(uniqueKeysWithValues: steps.map { ($0.name, $0.statements) })) }
        for step in steps { print("-- \(step.name)\n" + step.statements.map { $0 + ";" }.joined(separator: "\n\n") + "\n") }
    }

    private func show(_ report: MigrationReport) throws {
        if json { return try printJSON(["applied": report.applied, "views": report.views]) }
        print(report.isEmpty ? "Up to date." : "Applied \(report.applied.count) migrations, made \(report.views.count) views.")
    }
}
