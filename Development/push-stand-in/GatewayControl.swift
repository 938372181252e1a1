import Foundation

/// A command on the stand-in's standard input: one JSON object in a line. The stand-in answers with a line that is `ok`
/// or describes the fault. `Serve` shows some.
struct GatewayControl: Decodable {
    enum Now: String, Decodable {
        /// Closes all connections at once.
        case cut
        /// Sends a GOAWAY on all connections. The stand-in still answers requests that have arrived.
        case goaway
    }

    /// A rule to add; nil adds none.
    let rule: Rule?
    /// The new maximum number of open streams of each connection; nil keeps the present one.
    let streams: Int?
    let now: Now?
    /// True removes all rules before the command's own rule is added; nil keeps them.
    let clear: Bool?

    /// Parses a command.
    /// - Throws: `DecodingError` if the line isn't a JSON object with the fields of a command.
    init(_ line: String) throws {
        self = try JSONDecoder().decode(GatewayControl.self, from: Data(line.utf8))
    }
}
