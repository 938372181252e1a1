import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct FeedbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feedback", abstract: "Read the users' feedback about the app and the server, and set its state.",
        subcommands: [FeedbackListing.self, FeedbackSetState.self])
}

struct FeedbackListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the feedback of a tenant, newest first.",
        discussion: "  davenport feedback list --tenant sofa --state created")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Option(help: "Only feedback in this state: created, solving or resolved.")
    var state: FeedbackState?
    @Option(help: "The most entries to list, \(FeedbackList.sizes.words).")
    var limit = FeedbackList.usual
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: tenant)
            let feedback = try await useCases.listTenantFeedback(tenant, state: state, limit: limit)
            if json { return try printJSON(feedback) }
            for one in feedback { print(one.paragraph) }
        }
    }
}

struct FeedbackSetState: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-state", abstract: "Set the state of a piece of feedback.",
        discussion: "  davenport feedback set-state --tenant sofa 01a1fcfb-1172-778e-8c3f-4f8d0669bedd solving")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Argument(help: "The feedback's id, as the list shows it.")
    var id: String
    @Argument(help: "created, solving or resolved.")
    var state: FeedbackState
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        guard let id = UUID(uuidString: id) else { throw Failure("\(id) is no id.") }
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: tenant)
            do {
                print("It is \(try await useCases.setFeedbackState(id, state, in: tenant).state.rawValue).")
            } catch let problem as Problem where problem.code == .notFound {
                throw Failure("The tenant has no feedback with this id.")
            }
        }
    }
}

extension FeedbackState: ExpressibleByArgument {}

extension Feedback {
    /// The feedback message as two or more lines. The first line has the form
    /// `0195…  2026-03-01T20:00:00.000Z  created  ada  Sofa 1.4`. The message's text follows, indented.
    fileprivate var paragraph: String {
        let head = [id.uuidString.lowercased(), Timestamp.text(createdAt), state.rawValue, author?.username ?? "(deleted)", context]
        let lines = text.unicodeScalars.split(separator: "\n").map { "    " + String($0) }
        return ([head.compactMap { $0?.escapedForTerminal }.joined(separator: "  ")] + lines).joined(separator: "\n")
    }
}
