import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Read the audit log: log-ins, failures, changes of roles, users and tenants.",
        subcommands: [AuditList.self])
}

struct AuditList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the latest entries of a tenant, latest first.",
        discussion: "  davenport audit list --tenant sofa --limit 20")

    @Option(help: "The tenant's slug, or the id of a deleted tenant.")
    var tenant: String
    @Option(help: "The most entries to list, \(AuditPage.sizes.words).")
    var limit = AuditPage.usual
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenantID = if let id = UUID(uuidString: tenant) { id } else { try await useCases.findTenant(slug: tenant).id }
            let entries = try await useCases.listTenantAudit(tenantID, limit: limit)
            if json { return try printJSON(entries) }
            for entry in entries { print(entry.line) }
        }
    }
}

extension AuditEntry {
    /// The audit log entry as one line: `2026-03-01T20:00:00.000Z  role.changed  by user 0195…  on 0196…  admin`
    fileprivate var line: String {
        let actor = [actor.rawValue, actorID?.uuidString.lowercased()].compactMap(\.self).joined(separator: " ")
        let subject = subjectID.map { "on \($0.uuidString.lowercased())" }
        return [Timestamp.text(at), event, "by \(actor)", subject, detail].compactMap { $0?.escapedForTerminal }.joined(separator: "  ")
    }
}
