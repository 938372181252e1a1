import ArgumentParser
import Domain
import Foundation
import LocalPostgres
import Postgres
import Programs
import Settings

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the whole database into a file, or verify such a file.",
        discussion: """
              davenport backup /var/backups/davenport/davenport.dump
              davenport backup verify /var/backups/davenport/davenport.dump
            """,
        subcommands: [BackupWrite.self, BackupVerify.self], defaultSubcommand: BackupWrite.self)
}

struct BackupWrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Back up the whole database into a file. The default of `davenport backup`.",
        discussion: """
            It runs pg_dump as the database's owner, reads the file back, and compares the number of rows of each table with the database's \
            at the moment of the backup. Only then the file gets its name, so a failure never replaces an older backup. Only you can read it.

              davenport backup davenport.dump
            """)

    @Argument(help: "The file to write. The master key isn't in it: keep that elsewhere.")
    var file: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let configuration = try Configuration(DotEnv.environment())
        let isSingleRole = database.isSingleRole(configuration)
        let login = try ClientLogin(try database.ownerURL(configuration))
        let unfinished = file + ".unfinished"
        try await asOwner(database) { useCases, _, _ in
            let facts = try await InspectDatabase(useCases.database)()
            let programs = try await ClientPrograms.fitting(facts.versionNumber / 10_000, of: ClientPrograms.installed())
            defer { try? FileManager.default.removeItem(atPath: unfinished) }
            try PrivateFile.create(unfinished)
            let rows = try await BackUp(useCases.database)(isSingleRole: isSingleRole) { snapshot in
                let role = isSingleRole ? ["--enable-row-security", "--role=pg_database_owner"] : []
                let arguments = ["--format=custom", "--schema=public", "--snapshot=\(snapshot)", "--file=\(unfinished)"]
                let outcome = try await programs.run("pg_dump", role + arguments + [login.argument], environment: login.environment)
                guard outcome.status == 0 else { throw Failure("pg_dump failed: \(outcome.errors.asReason)") }
            }
            let archive = try await Archive(unfinished, [programs])
            try RowComparison.compare(rows, try await archive.rows().mapValues(\.count), of: "the database", and: "the file")
            try PrivateFile.replace(file, by: unfinished)
            print("Backed up \(rows.values.reduce(0, +)) rows of \(rows.count) tables. To restore them: davenport restore \(file)")
        }
    }
}

struct BackupVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Read a backup whole, and say what it holds.",
        discussion: """
            Prints a line each for the file, its tables with their rows, its migrations and its communities, and needs no database. Exits with 1 \
            if it isn't a backup of a deployment that this program can restore.

              davenport backup verify davenport.dump
            """)

    @Argument(help: "The backup, or another file in the custom format of pg_dump.")
    var file: String
    @Flag(help: "Print JSON, with the number of rows of each table.")
    var json = false

    func run() async throws {
        do {
            let verification = try await BackupVerification(Archive(file, ClientPrograms.installed()))
            if json { try printJSON(verification) } else { for finding in verification.findings { print(finding.line) } }
            guard verification.isGood else { throw ExitCode.failure }
        } catch let error where !(error is ExitCode) {
            throw Failure(sentence(for: error))
        }
    }
}

/// The database's URL for the programs of PostgreSQL. The password is in their environment, because every user of the
/// machine sees their arguments.
struct ClientLogin {
    let argument: String
    let environment: [String: String]

    init(_ url: String) throws {
        let parts = try ConnectionString(url)
        argument = "--dbname=" + parts.withoutPassword
        environment = parts["password"].map { ["PGPASSWORD": $0] } ?? [:]
    }
}

/// Compares the number of rows of each table on two sides.
enum RowComparison {
    /// - Throws: `Failure` that names the tables that differ.
    static func compare(_ one: [String: Int], _ other: [String: Int], of first: String, and second: String) throws {
        let different = Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
        guard let table = different.first else { return }
        func count(_ side: [String: Int]) -> String { side[table].map { "\($0) rows" } ?? "no such table" }
        let others = different.count > 1 ? " and \(different.count - 1) more tables" : ""
        throw Failure("\(table)\(others) differs: \(first) has \(count(one)), and \(second) \(count(other)).")
    }
}
