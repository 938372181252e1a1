import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import Secrets
import Settings

struct TenantExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a tenant as a file that another deployment can import.",
        discussion: """
              davenport tenant suspend sofa
              davenport tenant export sofa --secrets --output sofa.ndjson

            Suspend it first: the file lacks rows written after the export. With --secrets, log-ins, passwords, invites and devices stay \
            valid: keep such a file as safely as a backup. Without it, everybody needs: davenport user reset-password.

            With --for, push keys, browsers and webhooks go along too, encrypted for the other deployment's master key:

              davenport tenant export sofa --secrets --for "$(ssh other davenport tenant transfer-key)" --output sofa.ndjson
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Flag(help: "Include what lets users in: password hashes, sessions, invites and devices.")
    var secrets = false
    // A key that an older version printed may begin with a dash.
    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: "Include what the master key encrypts, for the deployment where tenant transfer-key prints this. Needs --secrets.")
    var recipient: String?
    @Option(help: "The file to write, which only you can read. Without it, standard output.")
    var output: String?
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if recipient != nil, !secrets { throw ValidationError("--for needs --secrets.") }
    }

    func run() async throws {
        let transfer = try recipient.map { text in
            guard let key = TransferKey(text) else { throw Failure("--for must be what davenport tenant transfer-key prints.") }
            return KeyTransfer(from: try database.masterKey(Configuration(DotEnv.environment())), to: key)
        }
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let export = { (file: FileHandle) in
                try await useCases.exportTenant(tenant, secrets: secrets, transfer) { try file.write(contentsOf: $0) }
            }
            let rows =
                if let output { try await PrivateFile.write(output, export) } else { try await export(.standardOutput) }
            FileHandle.standardError.write(Data("Exported \(rows) rows of \(slug).\n".utf8))
        }
    }
}

struct TenantTransferKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer-key", abstract: "Print the public key for tenant export --for at another deployment.",
        discussion: """
            What is exported for it can be imported only here: its private half is derived from the master key, and changes with it.

              davenport tenant transfer-key
            """)

    @OptionGroup var database: DatabaseOptions

    func run() throws { print(try database.masterKey(Configuration(DotEnv.environment())).transferKey.text) }
}

struct TenantImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read a tenant from standard input, as written by tenant export.",
        discussion: """
              davenport tenant import < sofa.ndjson
              davenport tenant import --slug big-sofa --without-hosts < sofa.ndjson
              davenport tenant import --discard < sofa.ndjson

            The tenant stays invisible until it is complete and verified. After an interruption, run the same command again to go on. A \
            changed file is refused, and nothing of it stays. Ids are kept, so the same tenant can't be imported twice.
            """)

    @Option(help: "Another slug, if the tenant's own is taken here.")
    var slug: String?
    @Flag(help: "Leave out its host names, if another tenant has them.")
    var withoutHosts = false
    @Flag(help: "Leave the tenant suspended, as after tenant suspend --moving, until tenant resume.")
    var moving = false
    @Flag(help: "Remove the imported part of the file if the import isn't complete.")
    var discard = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let masterKey = try database.optionalMasterKey(Configuration(DotEnv.environment()))
        try await asOwner(database) { useCases, _, _ in
            guard !discard else {
                let slug = try await DiscardTenantImport(useCases)(from: StandardInput.parts)
                return print("Removed the imported part of \(slug).")
            }
            let tenant = try await ImportTenant(useCases, masterKey: masterKey)(
                slug: slug, hosts: !withoutHosts, standing: moving ? .moving : .open, from: StandardInput.parts)
            let state = moving ? "waits for davenport tenant resume" : "its users can log in"
            print("\(tenant.slug) is here, and \(state). Compare it with: davenport tenant verify \(tenant.slug) < FILE")
        }
    }
}

struct TenantVerify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compare a tenant with its exported file on standard input, row by row.",
        discussion: """
              davenport tenant verify sofa < sofa.ndjson

            Exits with 1 if anything differs, for example because users have changed something since.
            """)

    @Argument(help: "The tenant's slug here.")
    var slug: String
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let tables = try await asOwner(database) { useCases, _, _ in
            try await useCases.verifyTenant(try await useCases.findTenant(slug: slug), with: StandardInput.parts)
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

/// Reads standard input in parts of at most 64 KiB.
private enum StandardInput {
    /// Waits for the next part of standard input and returns it; nil at the end of the input.
    static let parts: @Sendable () async throws -> [UInt8]? = {
        let part = try FileHandle.standardInput.read(upToCount: 64 * 1024)
        return part.flatMap { $0.isEmpty ? nil : [UInt8]($0) }
    }
}
