import ArgumentParser
import Settings
import Domain
import Foundation
import Postgres
import Programs

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database up to date, as its owner; make the programs' roles if they don't exist.",
        discussion: """
            Two migrations at once are safe. It connects with MIGRATION_DATABASE_URL, and makes the roles in DATABASE_URL and \
            PUSH_DATABASE_URL with their passwords. With DATABASE_ROLES=single it connects with DATABASE_URL as the only role.

              davenport migrate --status
              davenport migrate --plan
            """)

    @Flag(help: "Print which migrations are applied and which are pending. Change nothing.")
    var status = false
    @Flag(help: "Print what would happen, for how long, and whether the version before serves on. Change nothing.")
    var plan = false
    @Flag(help: "Print the statements that would run. Change nothing.")
    var dryRun = false
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, pool, logger in
            let configuration = try Configuration(DotEnv.environment())
            let migration = try await DatabaseMigration(
                useCases, pool, configuration, isSingleRole: self.database.isSingleRole(configuration), logger)
            if status { return try show(try await migration.migrator.status(pool)) }
            if plan { return try (try await migration.migrator.forecast(pool)).show(json: json) }
            if dryRun { return try show(try await migration.migrator.plan(pool)) }
            try show(try await migration.run())
        }
    }

    private func show(_ status: MigrationStatus) throws {
        let changed = status.changedDefinitions
        if json {
            return try printJSON([
                "applied": status.applied, "pending": status.pending, "changedFunctions": Self.names(in: "functions", changed),
                "changedViews": Self.names(in: "views", changed),
            ])
        }
        print("\(status.applied.count) applied, \(status.pending.count) pending, \(changed.count) functions and views changed.")
        for name in status.pending + changed { print("  \(name)") }
    }

    private func show(_ plan: MigrationPlan) throws {
        let steps = plan.migrations + plan.definitions
        if json { return try printJSON(Dictionary(uniqueKeysWithValues: steps.map { ($0.name, $0.statements) })) }
        for step in steps { print("-- \(step.name)\n" + step.statements.map { $0 + ";" }.joined(separator: "\n\n") + "\n") }
    }

    private func show(_ report: MigrationReport) throws {
        let (functions, views) = (Self.names(in: "functions", report.definitions), Self.names(in: "views", report.definitions))
        if json { return try printJSON(["applied": report.applied, "functions": functions, "views": views]) }
        print(
            report.isEmpty
                ? "Up to date." : "Applied \(report.applied.count) migrations, made \(functions.count) functions and \(views.count) views.")
    }

    /// Returns the definitions in the list that come from one subfolder of the folder `sql`, such as the views, without
    /// the subfolder's name.
    private static func names(in folder: String, _ definitions: [String]) -> [String] {
        definitions.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
    }
}
