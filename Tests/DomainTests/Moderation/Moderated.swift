import DavenportAPI
import DavenportClient
import Foundation
import TestSupport

/// A room of six with a comment to report, and two admins who aren't in it.
struct Moderated: Sendable {
    let server: TestServer
    let adam, eve, olive: Person
    /// The author of the comment, and the room's host.
    let mal: Person
    let others: [Person]
    let room: Room
    let comment: Comment

    static func with(_ body: @escaping @Sendable (Moderated) async throws -> Void) async throws {
        try await TestServer.with { try await body(try await Moderated($0)) }
    }

    private init(_ server: TestServer) async throws {
        self.server = server
        adam = try await server.person("adam", role: .admin)
        eve = try await server.person("eve", role: .admin)
        olive = try await server.person("olive", role: .owner)
        mal = try await server.person("mal")
        var others: [Person] = []
        for index in 0..<6 {
            let person = try await server.person("rep\(index)")
            try await server.befriend(mal, person)
            others.append(person)
        }
        self.others = others
        room = try await server.room(mal, with: others, subject: .custom(title: "Malice and friends"))
        comment = try await server.comment(mal, in: room, "planted words", seconds: 943)
    }

    /// Reports the comment.
    @discardableResult
    func report(_ person: Person, _ reason: ReportReason = .harassment, note: String? = nil) async throws -> Created<ReportReceipt> {
        try await server.as(person).createReport(NewReport(commentID: comment.id, reason: reason, note: note))
    }

    /// Returns the reports that a decider sees.
    func reports(_ person: Person, _ state: ReportState? = nil) async throws -> [Report] {
        try await server.as(person).listReports(ReportQuery(state: state)).items
    }
}
