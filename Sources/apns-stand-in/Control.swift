import Foundation

/// A command on the stand-in's standard input: one JSON object in a line. The answer is a line, either `ok` or the fault.
///
///     {"rule": {"action": "answer", "device": "abcd…", "status": 410, "reason": "Unregistered", "timestamp": 1763700000000, "times": 1}}
///     {"rule": {"action": "goaway", "probability": 0.01}}
///     {"rule": {"action": "answer", "delay": 0.5}}
///     {"streams": 1}
///     {"now": "cut"}
///     {"clear": true}
struct Control: Decodable {
    enum Now: String, Decodable {
        /// Closes all connections at once.
        case cut
        /// Sends a GOAWAY on all connections. Requests that have arrived are still answered.
        case goaway
    }

    /// A rule to add.
    let rule: Rule?
    /// The new limit of open streams for each connection.
    let streams: Int?
    let now: Now?
    /// Whether to remove all rules.
    let clear: Bool?

    /// - Throws: `DecodingError`.
    init(_ line: String) throws {
        self = try JSONDecoder().decode(Control.self, from: Data(line.utf8))
    }
}
