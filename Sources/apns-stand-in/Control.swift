import Foundation

/// What the stand-in is told on its standard input: one JSON object in a line. Each is answered by a line, `ok` or what is wrong.
///
///     {"rule": {"action": "answer", "device": "abcd…", "status": 410, "reason": "Unregistered", "timestamp": 1763700000000, "times": 1}}
///     {"rule": {"action": "goaway", "probability": 0.01}}
///     {"rule": {"action": "answer", "delay": 0.5}}
///     {"streams": 1}
///     {"now": "cut"}
///     {"clear": true}
struct Control: Decodable {
    enum Now: String, Decodable {
        /// All connections are cut.
        case cut
        /// All connections are told to go once what has come is answered.
        case goaway
    }

    /// One more rule.
    let rule: Rule?
    /// How many streams a connection may have open from now on.
    let streams: Int?
    let now: Now?
    /// Whether all rules end.
    let clear: Bool?

    /// - Throws: `DecodingError`.
    init(_ line: String) throws {
        self = try JSONDecoder().decode(Control.self, from: Data(line.utf8))
    }
}
