import Foundation
import TestSupport
import Testing

@Suite("The API walkthroughs", .generousTimeLimit)
struct WalkthroughTests {
    @Test("The document's program is the one that is built and run")
    func program() throws {
        let source = try String(contentsOf: Document.project.appending(path: "Examples/FirstEvening/main.swift"), encoding: .utf8)
        #expect(try Document("docs/swift-client.md").programs(under: "## The first evening in Swift") == [source])
    }

    @Test(
        "The walkthroughs' commands, run one after another in one shell, have the documented answers",
        arguments: [
            ("docs/first-evening.md", "# The first evening", 17), ("docs/class.md", "# A teacher's afternoon", 15),
            ("docs/swift-client.md", "## The first evening in Swift", 1), ("docs/sync.md", "## A walk by curl", 5),
        ])
    func answers(name: String, heading: String, count: Int) async throws {
        try await DocumentRun.compare(try Document(name), under: heading, count: count)
    }

    @Test("The documented day of play uses the shared puzzles and has the documented answers")
    func play() async throws {
        let document = try Document("docs/play.md")
        try await DocumentRun.compare(document, under: "## A day by curl", count: 14, clock: .playDay)
    }
}
