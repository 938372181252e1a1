import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@Suite("Examples/DailyPuzzle", .generousTimeLimit)
struct DailyPuzzleTests {
    /// Starts a community with a user and with the puzzles of the shared vectors. The player's output goes to standard
    /// output.
    private static let evening = """
        set -eu
        davenport tenant create cube --name Cube --feature play > /dev/null
        printf '%s\\n' "$SECRET" | davenport tenant play cube --secret-stdin > /dev/null
        CODE=$(davenport invite create --tenant cube --role owner)
        curl -sf "$API/v1/users" -H 'Davenport-Tenant: cube' -H 'Content-Type: application/json' \\
            -d '{"invite": "'"$CODE"'", "email": "ada@example.org", "password": "popcorn-and-sofa", "username": "ada"}' > answer
        TOKEN=$(sed 's/.*"token":"\\([^"]*\\)".*/\\1/' answer)
        play() { daily-puzzle "$API" cube ada@example.org popcorn-and-sofa timed; }
        ask() { curl -sf "$API/v1$1" -H "Authorization: Bearer $TOKEN"; }

        """

    /// Runs a script in such a community.
    private static func run(_ script: String) async throws -> Shell.Outcome {
        let secret = try PlayVectors.read().secret
        return try await TestDatabase.with { database -> Shell.Outcome in
            let outcome = Outcome()
            try await TestServer.serve(.quick(Database(pool: database.app, clock: .playDay))) { _, port in
                let environment = ["MIGRATION_DATABASE_URL": database.ownerURI, "API": "http://127.0.0.1:\(port)", "SECRET": secret]
                await outcome.set(try await Shell.run(evening + script, environment: environment))
            }
            return try #require(await outcome.value)
        }
    }

    /// Carries a script's result out of the closure that runs the server.
    private actor Outcome {
        private(set) var value: Shell.Outcome?

        func set(_ value: Shell.Outcome) { self.value = value }
    }

    @Test("Typed words are laid for the highest score and sent as they are played, and the score equals the server's")
    func game() async throws {
        let script = """
            printf '%s\\n' Tirade de edarit -13 -99 - sadism -14 piques popcorn guinea poison '' | play > played
            cat played
            ask "/challenges/today"
            """
        let outcome = try await Self.run(script)
        try #require(outcome.status == 0, "\(outcome.errors)\n\(outcome.output)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let said = lines.filter { $0.hasSuffix(".") }
        #expect(
            said == [
                "tirade scores 144.", "No: too_short.", "No: not_a_word.", "No: not_open.", "The cube doesn't spell that.",
                "The cube doesn't spell that.", "sadism scores 168.", "It is gone.", "piques scores 189.", "The cube doesn't spell that.",
                "guinea scores 192.", "poison scores 168.",
            ])
        #expect(lines.contains("1. ada, 861 points, guinea the best word"))
        #expect(lines.first == "     n2     k5     u8       o20    m23    i26       a26    t17     g8")
        let today = try JSONDecoder.wire.decode(PlayToday.self, from: Data(try #require(lines.last).utf8))
        #expect(today.timed.mine?.over == true && today.timed.mine?.score == 861 && today.timed.mine?.wordCount == 5)
        #expect(today.untimed.mine == nil && today.streak == 1)
    }

    @Test("The example continues a play that was begun on another device, and shows one that is over")
    func resumed() async throws {
        let script = """
            ID=$(ask /challenges/today | sed 's/.*"timed":{"id":"\\([^"]*\\)".*/\\1/')
            curl -sf -X PUT "$API/v1/challenges/$ID/play" -H "Authorization: Bearer $TOKEN" > begun
            PLAY=$(sed 's/{"id":"\\([^"]*\\)".*/\\1/' begun)
            curl -sf "$API/v1/plays/$PLAY/moves" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
                -d '{"moves": [{"at": 9000, "faces": [52, 76, 75, 79, 80, 53]}]}' > /dev/null
            printf '%s\\n' sadism | play | grep -v '[0-9]  '
            play
            """
        let outcome = try await Self.run(script)
        try #require(outcome.status == 0, "\(outcome.errors)\n\(outcome.output)")
        let prompt = "points. A word, -NUMBER to take a cubelet away, or nothing to finish:"
        let result = "1. ada, 312 points, sadism the best word"
        #expect(outcome.output == "144 \(prompt)\nsadism scores 168.\n312 \(prompt)\n\(result)\n\(result)\n", "\(outcome.errors)")
    }
}
