import DavenportAPI
import Demo
import Domain
import Foundation
import TestSupport
import Testing

@Suite("The demo's welcome", .generousTimeLimit)
struct WelcomeTests {
    @Test("The welcome names every user who can log in, and the password")
    func names() async throws {
        try await DemoWorld.with { world in
            let welcome = world.accounts.welcome(port: 8080)
            for text in world.accounts.emails + [DemoAccounts.password] { #expect(welcome.contains(text)) }
        }
    }

    @Test("The welcome's commands work when pasted, with curl and sed only")
    func lines() async throws {
        try await DemoWorld.with { world in
            try await TestServer.serve(world.serving) { _, port in
                let commands = Self.commands(in: world.accounts.welcome(port: port))
                try #require(commands.count == 8)
                let outcome = try await Shell.run(commands.map { $0 + "\necho\n" }.joined())
                let answers = outcome.output.split(separator: "\n").map { Data($0.utf8) }
                try #require(answers.count == 7, "\(outcome)")
                let dashboard = try JSONDecoder.wire.decode(Dashboard.self, from: answers[0])
                let room = try #require(dashboard.sections.flatMap(\.rooms).first { $0.id == world.accounts.roomID })
                #expect(room.attention == .watch)
                #expect(try JSONDecoder.wire.decode(Page<DavenportAPI.Comment>.self, from: answers[1]).items.count == room.commentCount)
                let comment = try JSONDecoder.wire.decode(DavenportAPI.Comment.self, from: answers[2])
                #expect(comment.seconds == 943)
                #expect(comment.content == "that hallway!")
                #expect(try JSONDecoder.wire.decode(Room.self, from: answers[3]).attention == .read)
                #expect(try JSONDecoder.wire.decode(Page<ClassTask>.self, from: answers[4]).items.contains { $0.counts.submitted == 1 })
                #expect(try JSONDecoder.wire.decode(PlayToday.self, from: answers[5]).timed.mine == nil)
                #expect(try JSONDecoder.wire.decode(PlayBoard.self, from: answers[6]).playerCount == 4)
            }
        }
    }

    /// Returns the indented lines, which a reader would copy.
    private static func commands(in welcome: String) -> [String] {
        welcome.split(separator: "\n").filter { $0.hasPrefix("  ") }.map(String.init)
    }
}
