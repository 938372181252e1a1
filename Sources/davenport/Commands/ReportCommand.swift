import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Read and decide what members reported, also what nobody in the tenant may see.",
        subcommands: [ReportList.self, ReportShow.self, ReportResolve.self])
}

struct ReportList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the open reports of a tenant, those due first.",
        discussion: """
            With --overdue it exits with 1 if there are any, so that a script can tell somebody.

              davenport report list --tenant sofa --overdue
            """)

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Flag(help: "Only reports that wait longer than 24 hours.")
    var overdue = false
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let reports = try await asOwner(database) { useCases, _, _ in
            try await TenantReports(useCases).open(of: try await useCases.findTenant(slug: tenant), overdue: overdue)
        }
        if json { try printJSON(reports) } else { for report in reports { print(report.line) } }
        guard !overdue || reports.isEmpty else { throw ExitCode.failure }
    }
}

struct ReportShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a report with its evidence.",
        discussion: "  davenport report show 01a1fcfb-1172-778e-8c3f-4f8d0669bede")

    @OptionGroup var reference: ReportOptions
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let (report, _) = try await reference.found(useCases)
            if json { return try printJSON(report) }
            print(report.paragraphs)
        }
    }
}

struct ReportResolve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Decide a report, and all other open reports of the same thing. This is final.",
        discussion: """
              davenport report resolve 01a1fcfb-1172-778e-8c3f-4f8d0669bede --action delete --action suspend --until 2026-12-24T20:00:00Z
            """)

    @OptionGroup var reference: ReportOptions
    @Option(help: "dismiss alone, or delete, warn, suspend. May be repeated.")
    var action: [String]
    @Option(help: "The text of the warning.")
    var text: String?
    @Option(help: "The end of the suspension, 1 hour to 365 days from now, as 2026-12-24T20:00:00Z.")
    var until: String?
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let id = try reference.reportID()
        var query = ["reportID": id.uuidString, "actions": action.joined(separator: ",")]
        (query["text"], query["until"]) = (text, until)
        // The same rules as for a request.
        var fields = Fields(path: [:], query: query, body: nil)
        let decision = ReportDecision(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        try await asOwner(database) { useCases, _, _ in
            let (_, tenant) = try await reference.found(useCases)
            let resolved = try await TenantReports(useCases).resolve(decision, of: tenant)
            print("Resolved: \((resolved.resolution?.actions ?? []).map(\.rawValue).joined(separator: ", ")).")
        }
    }
}

/// The command-line arguments that name a report.
struct ReportOptions: ParsableArguments {
    @Argument(help: "The report's id, as the list shows it.")
    var id: String
    @Option(help: "The tenant's slug. Without it, all tenants are searched.")
    var tenant: String?

    func reportID() throws -> UUID {
        guard let id = UUID(uuidString: id) else { throw Failure("\(id.escapedForTerminal) is no id.") }
        return id
    }

    /// Returns the report and its tenant.
    func found(_ useCases: UseCases) async throws -> (Report, Tenant) {
        let id = try reportID()
        let slugs = if let tenant { [tenant] } else { try await useCases.listTenants().map(\.slug) }
        for slug in slugs {
            let tenant = try await useCases.findTenant(slug: slug)
            if let report = try await TenantReports(useCases).report(id, of: tenant) { return (report, tenant) }
        }
        throw Failure("There is no report with this id.")
    }
}

extension Report {
    /// What the report is about, and its id, such as `comment 0197…`.
    private var thing: String {
        if let commentID { return "comment \(commentID.uuidString.lowercased())" }
        if let roomID { return "room \(roomID.uuidString.lowercased())" }
        return "person \(person?.username ?? evidence.username ?? "(deleted)")"
    }

    /// The report as one line: `0195…  due 2026-03-01T20:00:00.000Z  harassment  comment 0197…  by ada`.
    fileprivate var line: String {
        let parts = [
            id.uuidString.lowercased(), "\(overdue ? "OVERDUE" : "due") \(Timestamp.text(actBy))", reason.rawValue, thing,
            "by \(reporter?.username ?? "(nobody)")",
        ]
        return parts.map(\.escapedForTerminal).joined(separator: "  ")
    }

    /// The report with its evidence, notes and decision, each on lines of its own.
    fileprivate var paragraphs: String {
        var lines = [line, "about \(person?.username ?? "(nobody)")"]
        if let note { lines += ["note"] + Self.indented(note) }
        if let roomTitle = evidence.roomTitle { lines.append("title  \(roomTitle)") }
        if let username = evidence.username { lines.append("username  \(username)") }
        for comment in evidence.comments {
            let author = comment.username ?? "(deleted)"
            lines.append("comment \(comment.number) at \(comment.seconds) s  \(author)  \(Timestamp.text(comment.createdAt))")
            lines += Self.indented(comment.content ?? "(erased)")
        }
        for note in notes { lines += ["noted by \(note.author?.username ?? "(deleted)")"] + Self.indented(note.text) }
        lines.append("other open reports of it: \(others.count); earlier decisions: \(earlier.reports), upheld \(earlier.upheld)")
        if let resolution { lines.append("resolved  \(resolution.actions.map(\.rawValue).joined(separator: ", "))") }
        return lines.map(\.escapedForTerminal).joined(separator: "\n")
    }

    private static func indented(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n").map { "    " + String($0) }
    }
}
