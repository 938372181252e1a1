import ArgumentParser
import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Programs
import Schema
import Settings

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup into an empty database, and migrate it.",
        discussion: """
            Stop the servers and the push worker before. It reads the backup whole, runs pg_restore as the database's owner, compares the number \
            of rows of each table with the backup's, migrates, and makes every app fetch everything anew. The backup may be of another PostgreSQL \
            or another hoster, whose roles have other names, and it may be of an older version of Davenport.

              davenport restore davenport.dump
              davenport restore --replace davenport.dump
            """)

    @Argument(help: "The backup, or another file in the custom format of pg_dump that has every row.")
    var file: String
    @Flag(help: "Delete everything that the database holds first.")
    var replace = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let configuration = try Configuration(DotEnv.environment())
        try await asOwner(database) { useCases, pool, logger in
            let isSingleRole = database.isSingleRole(configuration)
            let facts = try await InspectDatabase(useCases.database)()
            let installed = try await ClientPrograms.installed()
            let oldest = try ClientPrograms.fitting(facts.versionNumber / 10_000, of: installed)
            let archive = try await Archive(file, installed.filter { $0.version >= oldest.version })
            let verification = try await BackupVerification(archive)
            if let fault = verification.findings.first(where: { !$0.ok && $0.name != "communities" }) {
                throw Failure("The backup has no such \(fault.name) as it needs: \(fault.text)")
            }
            let policies = try await policies(of: archive, configuration, isSingleRole: isSingleRole)
            let restore = RestoreDatabase(useCases.database, isSingleRole: isSingleRole)
            let isEmpty = try await !restore.hasTables()
            guard replace || isEmpty else {
                throw Failure("The database isn't empty: use another one, or add --replace, which deletes all that it holds.")
            }
            try await restore.prepare()
            try await load(archive, configuration, isSingleRole: isSingleRole)
            try await restore.create(policies, ownPolicies: Schema.load().singleRole.sql)
            try RowComparison.compare(verification.rows, try await restore.rows(), of: "the backup", and: "the database")
            let (rows, tables) = (verification.rows.values.reduce(0, +), verification.rows.count)
            print("Restored \(rows) rows of \(tables) tables, as the backup has them.")
            _ = try await DatabaseMigration(useCases, pool, configuration, isSingleRole: isSingleRole, logger).run()
            for tenant in try await useCases.listTenants() where !tenant.importing {
                try await useCases.resyncTenant(try await useCases.findTenant(slug: tenant.slug))
            }
            print("The database is up to date, and every app fetches everything anew. Look at: davenport check")
        }
    }

    /// Returns the policies of the backup.
    /// - Throws: `Failure` if this database has separate roles and the backup has one.
    private func policies(of archive: Archive, _ configuration: Configuration, isSingleRole: Bool) async throws -> [BackupPolicy] {
        let policies = try await archive.policies(configuration.temporaryFolder).map { statement in
            guard let policy = BackupPolicy(statement) else {
                throw Failure("The backup has a policy that isn't Davenport's: \(statement)")
            }
            return policy
        }
        guard isSingleRole || policies.allSatisfy(\.isOfSeparateRoles) else {
            throw Failure(
                "The backup is of a database with one role for everything, and this one has separate roles. Set DATABASE_ROLES to single, "
                    + "or move the communities with davenport tenant export and import.")
        }
        return policies
    }

    /// Runs `pg_restore` for everything but the policies.
    private func load(_ archive: Archive, _ configuration: Configuration, isSingleRole: Bool) async throws {
        let login = try ClientLogin(try database.ownerURL(configuration))
        let entries = archive.entries.filter { entry in
            guard entry.kind != "POLICY" else { return false }
            // The right to use the schema is the only part that isn't inside of it.
            return entry.schema == "public" || entry.kind == "ACL" && entry.name == "SCHEMA" && !isSingleRole
        }
        try await archive.withList(entries, configuration.temporaryFolder) { list in
            let role = isSingleRole ? ["--no-privileges", "--role=pg_database_owner"] : []
            let arguments = ["--no-owner", "--exit-on-error", "--use-list", list, login.argument, archive.file]
            let outcome = try await archive.programs.run("pg_restore", role + arguments, environment: login.environment)
            guard outcome.status == 0 else {
                throw Failure("pg_restore failed, and the database holds a part of the backup: \(outcome.errors.asReason)")
            }
        }
    }
}
