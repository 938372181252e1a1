import Domain
import Foundation
import Secrets
import TestSupport
import Testing

@Suite("README", .timeLimit(.minutes(10)))
struct ReadmeTests {
    @Test("The program that it shows is the one that is built and run")
    func program() throws {
        let source = try String(contentsOf: Document.project.appending(path: "Examples/FirstEvening/main.swift"), encoding: .utf8)
        #expect(try Document("README.md").programs(under: "## The same in Swift") == [source])
    }

    @Test(
        "Its commands, run one after the other in one shell, are answered as it shows",
        arguments: [("## The first evening", 13), ("## The same in Swift", 1)])
    func answers(heading: String, count: Int) async throws {
        let steps = try Document("README.md").steps(under: heading)
        try #require(steps.count >= count)
        try await TestDatabase.with { database in
            // The command line goes by the machine's clock, so the server does too.
            let dependencies = Dependencies(
                database: Database(pool: database.app, clock: .system), passwords: PasswordHasher(parameters: .quick, threads: 1),
                logger: .quiet)
            try await TestServer.serve(dependencies) { _, port in
                var comparison = Comparison()
                for (step, output) in zip(steps, try await Self.run(steps, port, database)) {
                    let differences = try Self.differences(step, output, &comparison)
                    #expect(differences.isEmpty, "README.md:\(step.line): \(differences.joined(separator: "; "))")
                }
            }
        }
    }

    /// - Returns: what each step has written.
    private static func run(_ steps: [Document.Step], _ port: Int, _ database: TestDatabase) async throws -> [String] {
        // A line that no command writes, between one step's output and the next.
        let mark = "-- \(UUID().uuidString)"
        let script = "set -eu\n" + steps.map { $0.commands + "printf '\\n%s\\n' '\(mark)'\n" }.joined()
        let outcome = try await Shell.run(
            script.replacing("localhost:8080", with: "127.0.0.1:\(port)"), environment: ["MIGRATION_DATABASE_URL": database.ownerURI])
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
        let shown = try JSONDecoder().decode(Shape.self, from: Data(step.answer.utf8))
        guard let actual = try? JSONDecoder().decode(Shape.self, from: Data(output.utf8)) else { return ["no JSON is answered: \(output)"] }
        return comparison.differences(shown, actual)
    }
}
