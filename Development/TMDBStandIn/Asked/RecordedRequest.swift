import Foundation
import NIOHTTP1
import StandIns

/// A request that the stand-in received.
public struct RecordedRequest: Sendable, Encodable {
    /// The time at which the request had completely arrived, in milliseconds since 1970.
    public let at: Int
    public let method: String
    /// The path and the query of the request, exactly as they were sent.
    public let target: String
    /// The names and values of the headers, in the order in which they were sent.
    private let headers: [[String]]
    /// The ways in which the request differs from TMDB's documentation; empty if it differs in none.
    public let faults: [String]

    init(_ request: WholeRequest) {
        // Today's time is far below the milliseconds that a Double can't represent.
        at = Int(Date().timeIntervalSince1970 * 1000)
        method = request.head.method.rawValue
        target = request.head.uri
        headers = request.head.headers.map { [$0.name, $0.value] }
        faults = WellFormedness.faults(of: request)
    }

    /// The path, without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Returns the decoded value of the first query parameter with this name; nil if there is none.
    public func parameter(_ name: String) -> String? { Query(target.dropFirst(path.utf8.count + 1))[name] }

    /// Returns the value of the first header with this name; nil if there is none. The name's case doesn't matter.
    public func header(_ name: String) -> String? { headers.first { $0[0].lowercased() == name.lowercased() }?[1] }
}
