import DavenportAPI
import Foundation
import NIOHTTP1

/// A request that the stand-in received.
public struct RecordedRequest: Sendable {
    /// The time at which the request had completely arrived, in milliseconds since 1970.
    public let at: Int
    public let method: String
    /// The path and the query of the request, exactly as they were sent.
    public let target: String
    /// The headers, in the order in which they were sent.
    public let headers: [(name: String, value: String)]
    /// The ways in which the request differs from TMDB's documentation; empty if it differs in none.
    public let faults: [String]

    init(_ head: HTTPRequestHead, bodySize: Int) {
        at = Self.now
        method = head.method.rawValue
        target = head.uri
        headers = head.headers.map { ($0.name, $0.value) }
        faults = WellFormedness(head, bodySize: bodySize).faults
    }

    /// Creates a record of bytes that aren't an HTTP request.
    init(malformed: any Error) {
        (at, method, target, headers) = (Self.now, "", "", [])
        faults = ["it is no HTTP: \(malformed)"]
    }

    // Today's time is far below the milliseconds that a Double can't represent.
    private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }

    /// The path, without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Returns the decoded value of the first query parameter with this name; nil if there is none.
    public func parameter(_ name: String) -> String? { Query(target.dropFirst(path.utf8.count + 1))[name] }

    /// Returns the value of the first header with this name; nil if there is none. The name's case doesn't matter.
    public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

extension RecordedRequest: Encodable {
    /// Encodes the request as a line of the log of requests.
    public func encode(to encoder: any Encoder) throws {
        let headers = JSONValue.list(headers.map { [.string($0.name), .string($0.value)] })
        let whole: JSONValue = [
            "at": .integer(at), "method": .string(method), "target": .string(target), "headers": headers,
            "faults": .list(faults.map(JSONValue.string)),
        ]
        try whole.encode(to: encoder)
    }
}
