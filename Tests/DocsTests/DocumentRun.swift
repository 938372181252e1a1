import DavenportAPI
import Domain
import Foundation
import Secrets
import TestSupport
import Testing

/// Runs the commands of a document, one after another in one shell, against a separate server.
enum DocumentRun {
    /// Compares the commands' answers with those in the document.
    /// - Parameters:
    ///   - count: the minimum number of steps.
    ///   - clock: the server's clock.
    ///   - prepare: fills the database.
    static func compare(
        _ document: Document, under heading: String, count: Int, clock: WallClock = .system,
        prepare: (TestDatabase) async throws -> Void = { _ in }
    ) async throws {
        let steps = try document.steps(under: heading)
        try #require(steps.count >= count)
        try await TestDatabase.with { database in
            try await prepare(database)
            // The command line uses the machine's clock. So does the server, unless the answers need a certain day.
            let ahead = FileManager.default.temporaryDirectory.appending(path: "davenport-clock-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: ahead) }
            try await TestServer.serve(.quick(Database(pool: database.app, clock: clock.ahead(by: ahead)))) { _, port in
                var comparison = Comparison()
                for (step, output) in zip(steps, try await run(steps, port, database, movingClockBy: ahead)) {
                    let differences = try differences(step, output, &comparison)
                    #expect(differences.isEmpty, "\(document.name):\(step.line): \(differences.joined(separator: "; "))")
                }
            }
        }
    }

    /// - Returns: the output of each step.
    private static func run(
        _ steps: [Document.Step], _ port: Int, _ database: TestDatabase, movingClockBy ahead: URL
    ) async throws -> [String] {
        // A line that no command prints. It separates the steps' outputs.
        let mark = "-- \(UUID().uuidString)"
        let script = "set -eu\n" + steps.map { $0.commands + "printf '\\n%s\\n' '\(mark)'\n" }.joined()
        // `bin/dev` doesn't run here, so the command that moves its clock writes the offset to a file.
        let here = script.replacing("localhost:8080", with: "127.0.0.1:\(port)").replacing(/bin\/dev clock \+(\d+)h > \/dev\/null/) {
            "echo $((\($0.1) * 3600)) > '\(ahead.path)'"
        }
        let outcome = try await Shell.run(here, environment: ["MIGRATION_DATABASE_URL": database.ownerURI])
        let outputs = Array(outcome.output.components(separatedBy: mark).dropLast())
        try #require(outcome.status == 0 && outputs.count == steps.count, "\(outcome.errors)\n\(outcome.output)")
        return outputs
    }

    private static func differences(_ step: Document.Step, _ output: String, _ comparison: inout Comparison) throws -> [String] {
        let output = output.trimmingCharacters(in: .whitespacesAndNewlines)
        guard step.answerIsJSON else {
            let shown = step.answer.trimmingCharacters(in: .whitespacesAndNewlines)
            return shown == output ? [] : ["the document shows \(shown), the command writes \(output)"]
        }
        let shown = try JSONDecoder().decode(JSONValue.self, from: Data(step.answer.utf8))
        guard let actual = try? JSONDecoder().decode(JSONValue.self, from: Data(output.utf8)) else {
            return ["no JSON is answered: \(output)"]
        }
        return comparison.differences(shown, actual)
    }
}

extension UseCases {
    /// Returns use cases with fast password hashes.
    static func quick(_ database: Database) -> UseCases {
        UseCases(database: database, passwords: PasswordHasher(parameters: .quick, threads: 1), logger: .quiet)
    }
}

extension WallClock {
    /// Returns a clock that starts at a moment and runs at the machine's speed.
    static func from(_ moment: Date) -> WallClock {
        let ahead = moment.timeIntervalSinceNow
        return WallClock { Date() + ahead }
    }

    /// Returns a clock that is ahead by the number of seconds in a file, if the file exists.
    func ahead(by file: URL) -> WallClock {
        WallClock {
            let text = try? String(contentsOf: file, encoding: .utf8)
            return self.now + (text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0)
        }
    }

    /// A clock that starts at noon of the day of the shared puzzle.
    static var playDay: WallClock { from(Date(timeIntervalSince1970: 1_772_366_400)) }
}
