import Foundation
import Postgres
import Synchronization

/// Checks the server's statements against the rules of statements (rules 21), each text once in a test run.
///
/// A connection reports a statement's text when it prepares the statement.
final class StatementCheck: Sendable {
    private let recorded = Mutex<Set<String>>([])
    private static let held = Mutex<Set<String>>([])

    /// Records the text of a statement that a connection prepares.
    func take(_ text: String) { recorded.withLock { _ = $0.insert(text) } }

    /// Checks the statements that were recorded since the last call and that no test has checked before.
    /// - Throws: `BrokenStatements` if one of them breaks a rule.
    func hold(by owner: Pool) async throws {
        let texts = recorded.withLock { recorded in
            defer { recorded.removeAll() }
            return recorded
        }
        let fresh = Self.held.withLock { held in texts.filter { held.insert($0).inserted } }
        guard !fresh.isEmpty else { return }
        let rules = try await StatementRules(owner)
        var faults: [String] = []
        for text in fresh.sorted() {
            do {
                faults += try await rules.faults(of: text).map { "\($0):\n\(text)" }
            } catch {
                faults.append("can't be planned, since \(error):\n\(text)")
            }
        }
        if !faults.isEmpty { throw BrokenStatements(description: faults.joined(separator: "\n\n")) }
    }
}

/// The rules that statements break, each with the statement's text.
struct BrokenStatements: Error, CustomStringConvertible {
    let description: String
}
