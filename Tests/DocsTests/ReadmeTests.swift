import DavenportAPI
import Demo
import Domain
import Foundation
import TestSupport
import Testing
import Watch

@Suite("README", .generousTimeLimit)
struct ReadmeTests {
    @Test("The README's commands, run on the demo community, have the documented answers")
    func answers() async throws {
        try await DocumentRun.compare(try Document("README.md"), under: "## Five minutes", count: 2) { _ = try await Self.demo(in: $0) }
    }

    @Test("The README's diagram of an episode shows the demo's episode with all its comments")
    func picture() async throws {
        let drawn = Self.remarks(drawnIn: try Document("README.md"))
        try #require(!drawn.isEmpty)
        try await TestDatabase.with { database in
            let accounts = try await Self.demo(in: database)
            let serving = UseCases.quick(Database(pool: database.app, clock: .system))
            let visitor = try await serving.resolveTenant(slug: DemoAccounts.tenant, host: nil)
            let applicant = Applicant(visitor, email: accounts.emails[0], password: DemoAccounts.password)
            let caller = try await serving.authenticate(token: try await serving.logIn(applicant, NewSession()).token)
            let comments = try await serving.listComments(caller, CommentQuery(roomID: accounts.roomID)).items
            let said = comments.filter { $0.seconds > 0 }
                .map { "\(TimestampText.text($0.seconds)) \($0.author?.username.capitalized ?? ""): \($0.content)" }
            #expect(drawn == said)
        }
    }

    private static func demo(in database: TestDatabase) async throws -> DemoAccounts {
        try await Demo { clock in .quick(Database(pool: database.operators, clock: clock)) }.load()
    }

    /// Returns who says what at which second, from lines of the diagram and the replies below them.
    private static func remarks(drawnIn document: Document) -> [String] {
        var time = ""
        return document.lines.compactMap { line in
            guard let remark = line.wholeMatch(of: /( *[0-9:]+)? +[├│] (\w+) +(.+)/) else { return nil }
            if let second = remark.1 { time = String(second).trimmingCharacters(in: .whitespaces) }
            return "\(time) \(remark.2): \(remark.3)"
        }
    }
}
