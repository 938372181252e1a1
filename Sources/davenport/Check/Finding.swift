import Domain
import Postgres
import Programs

/// The result of one check of `davenport check`.
struct Finding: Encodable {
    let name: String
    let ok: Bool
    /// A description of the checked state. If something is wrong, it also says what to do.
    let text: String

    static func ok(_ name: String, _ text: String) -> Finding { Finding(name: name, ok: true, text: text) }
    static func wrong(_ name: String, _ text: String) -> Finding { Finding(name: name, ok: false, text: text) }

    /// Runs a check, and makes a finding from its result or its error.
    /// - Parameter look: runs the check. It returns a description of the state, and throws if something is wrong.
    init(_ name: String, _ look: () async throws -> String) async {
        do { self = .ok(name, try await look()) } catch { self = .wrong(name, Self.text(of: error)) }
    }

    private init(name: String, ok: Bool, text: String) {
        (self.name, self.ok, self.text) = (name, ok, text)
    }

    private static func text(of error: any Error) -> String {
        // The database library's errors name hosts and roles, but no password.
        if let error = error as? PostgresError, error.isUnavailable { return "\(error)." }
        return sentence(for: error)
    }

    /// The finding as one line of text.
    var line: String { "\(ok ? "ok   " : "WRONG") \(name): \(text)" }
}
