import Domain
import Postgres
import Programs

/// What `davenport check` has found of one thing.
struct Finding: Encodable {
    let name: String
    let ok: Bool
    /// How it is; where that isn't well, what to do.
    let text: String

    static func ok(_ name: String, _ text: String) -> Finding { Finding(name: name, ok: true, text: text) }
    static func wrong(_ name: String, _ text: String) -> Finding { Finding(name: name, ok: false, text: text) }

    /// Of what may turn out wrong by an error too.
    /// - Parameter look: says how it is; throws where it isn't well.
    init(_ name: String, _ look: () async throws -> String) async {
        do { self = .ok(name, try await look()) } catch { self = .wrong(name, Self.told(error)) }
    }

    private init(name: String, ok: Bool, text: String) {
        (self.name, self.ok, self.text) = (name, ok, text)
    }

    private static func told(_ error: any Error) -> String {
        // What the library says names hosts and roles, and no password.
        if let error = error as? PostgresError, error.isUnavailable { return "\(error)." }
        return sentence(for: error)
    }

    /// For people.
    var line: String { "\(ok ? "ok   " : "WRONG") \(name): \(text)" }
}
