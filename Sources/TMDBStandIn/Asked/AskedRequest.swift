import DavenportAPI
import Foundation
import NIOHTTP1

/// A request as it came.
public struct AskedRequest: Sendable {
    /// When it was complete, in milliseconds since 1970.
    public let at: Int
    public let method: String
    /// Path and query as they were sent.
    public let target: String
    /// In the order in which they were sent.
    public let headers: [(name: String, value: String)]
    /// Why it isn't one that TMDB's documents describe; empty where it is.
    public let faults: [String]

    init(_ head: HTTPRequestHead, bodySize: Int) {
        at = Self.now
        method = head.method.rawValue
        target = head.uri
        headers = head.headers.map { ($0.name, $0.value) }
        faults = WellFormedness(head, bodySize: bodySize).faults
    }

    /// What was no HTTP.
    init(malformed: any Error) {
        (at, method, target, headers) = (Self.now, "", "", [])
        faults = ["it is no HTTP: \(malformed)"]
    }

    // A moment of this age is far from where a Double can't be a number of milliseconds.
    private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The first parameter of this name, decoded.
    public func parameter(_ name: String) -> String? { Query(target.dropFirst(path.utf8.count + 1))[name] }

    /// The first header of this name, whatever its case.
    public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// A line of the log.
    var line: String {
        let headers = JSONValue.list(headers.map { [.string($0.name), .string($0.value)] })
        let whole: JSONValue = [
            "at": .integer(at), "method": .string(method), "target": .string(target), "headers": headers,
            "faults": .list(faults.map(JSONValue.string)),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Texts and lists of them can always be encoded.
        return (try? encoder.encode(whole)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
