import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct TenantExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a tenant to standard output, as a file by which it moves to another house.",
        discussion: """
              davenport tenant suspend sofa
              davenport tenant export sofa --secrets > sofa.ndjson

            Suspend it first: what is written later stays behind. With --secrets whoever is logged in stays so, and passwords, invites and phones go
            along: keep such a file as you keep a backup. Without, everybody needs: davenport user reset-password.
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Flag(help: "Take along what lets people in: hashes of passwords, sessions, invites, devices.")
    var secrets = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            let output = FileHandle.standardOutput
            let rows = try await ExportTenant(dependencies)(try await FindTenant(dependencies)(slug: slug), secrets: secrets) {
                try output.write(contentsOf: $0)
            }
            FileHandle.standardError.write(Data("Exported \(rows) rows of \(slug).\n".utf8))
        }
    }
}

struct TenantImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read a tenant from standard input, as tenant export has written it.",
        discussion: """
              davenport tenant import < sofa.ndjson
              davenport tenant import --slug big-sofa --without-hosts < sofa.ndjson
              davenport tenant import --discard < sofa.ndjson

            Nobody sees it before all of it is there and right. Where it is stopped, the same command goes on; a file that was changed is refused,
            and nothing of it is left. Ids stay: what has come in once can't come in twice.
            """)

    @Option(help: "What it shall be called here, where its slug is taken.")
    var slug: String?
    @Flag(help: "Leave its hosts behind, where another tenant has them.")
    var withoutHosts = false
    @Flag(help: "Remove what has come in of the file, where it isn't whole.")
    var discard = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            guard !discard else {
                let slug = try await DiscardTenantImport(dependencies)(from: StandardInput.parts)
                return print("Removed what had come in of \(slug).")
            }
            let tenant = try await ImportTenant(dependencies)(slug: slug, hosts: !withoutHosts, from: StandardInput.parts)
            print("\(tenant.slug) is here, and its people can come. Compare it with: davenport tenant verify \(tenant.slug) < FILE")
        }
    }
}

struct TenantVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compare a tenant with its exported file on standard input, row by row.",
        discussion: """
              davenport tenant verify sofa < sofa.ndjson

            Exits with 1 where anything differs, as after people have used it again.
            """)

    @Argument(help: "The tenant's slug here.")
    var slug: String
    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let tables = try await asOwner(database) { dependencies, _, _ in
            try await VerifyTenant(dependencies)(try await FindTenant(dependencies)(slug: slug), with: StandardInput.parts)
        }
        if json {
            try printJSON(tables)
        } else {
            for table in tables {
                print("\(table.isEqual ? "equal  " : "differs")  \(table.table)  \(table.inFile) in the file, \(table.here) here")
            }
        }
        guard tables.allSatisfy(\.isEqual) else { throw ExitCode.failure }
    }
}

/// What comes on standard input, in parts.
private enum StandardInput {
    /// Waits for the next part; nil at the end.
    static let parts: @Sendable () async throws -> [UInt8]? = {
        let part = try FileHandle.standardInput.read(upToCount: 64 * 1024)
        return part.flatMap { $0.isEmpty ? nil : [UInt8]($0) }
    }
}
