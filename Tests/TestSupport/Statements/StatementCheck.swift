import Foundation
import Postgres
import Synchronization

/// Holds what the server sends to the rules of statements (rules 21): each that a test's database was sent, once in a run.
///
/// A statement is known by its text, which a connection tells when it prepares it.
final class StatementCheck: Sendable {
    private let told = Mutex<Set<String>>([])
    private static let held = Mutex<Set<String>>([])

    /// Takes the text of a statement that a connection prepares.
    func take(_ text: String) { told.withLock { _ = $0.insert(text) } }

    /// Fails where one of the statements that came since the last time, and that no test had sent before, breaks a rule.
    func hold(by owner: Pool) async throws {
        let texts = told.withLock { told in
            defer { told.removeAll() }
            return told
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

/// What statements break, each with its text.
struct BrokenStatements: Error, CustomStringConvertible {
    let description: String
}
