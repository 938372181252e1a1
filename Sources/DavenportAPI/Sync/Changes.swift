import Foundation

/// The differences between the client's copy and the server's data, or all data if the client has none (rules 13). A
/// client that applies a page twice, late, or in another order than other pages still reaches the same copy.
///
/// The data consists of *collections* and *documents*. Of a collection, such as the rooms, the answer has each changed
/// item whole, as it is when the page is read. A document, such as the caller's account, is small, and the answer has
/// the whole document if it changed. The answer omits the areas that a community doesn't use.
public struct Changes: Codable, Sendable, RetryingAnswer {
    /// The server's time when it read the changes.
    public let now: Date
    /// The cursor to send as `since` next time, even if nothing changed. It is opaque and has at most 1,000 characters.
    public package(set) var next: String
    /// Whether the server already has more changes, so that the client should ask again at once. If it is false, the
    /// client is up to date.
    public package(set) var more: Bool
    /// The number of seconds after which to ask again, set when too many requests long-poll already. It is in the
    /// header `Retry-After` and not in the body.
    public var retryAfter: Int?

    /// The parts that differ, by their names.
    private var parts: [String: any Codable & Sendable] = [:]

    /// Creates an answer without any changes.
    public init(now: Date, next: String, more: Bool) {
        self.now = now
        self.next = next
        self.more = more
    }

    /// A part that an area contributes; nil if nothing of it changed.
    public subscript<Value>(part: ChangesPart<Value>) -> Value? {
        get { parts[part.name] as? Value }
        set { parts[part.name] = newValue.map { $0 as any Codable & Sendable } }
    }

    /// The parts of all areas in the order of the documentation: collections before documents, and the documents of
    /// shared areas first.
    private static let allParts: [any AnyChangesPart] = {
        let areas = Contracts.all.filter(\.isShared) + Contracts.all.filter { !$0.isShared }
        return Contracts.all.flatMap(\.changes).filter { !$0.isDocument } + areas.flatMap(\.changes).filter(\.isDocument)
    }()

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ name: String) { stringValue = name }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        now = try container.decode(Date.self, forKey: Key("now"))
        next = try container.decode(String.self, forKey: Key("next"))
        more = try container.decode(Bool.self, forKey: Key("more"))
        for part in Self.allParts { try read(part, from: container) }
        retryAfter = decoder.userInfo[.retryAfter] as? Int
    }

    private mutating func read<Part: AnyChangesPart>(_ part: Part, from container: KeyedDecodingContainer<Key>) throws {
        if let value = try container.decodeIfPresent(Part.Value.self, forKey: Key(part.name)) { parts[part.name] = value }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(now, forKey: Key("now"))
        try container.encode(next, forKey: Key("next"))
        try container.encode(more, forKey: Key("more"))
        for part in Self.allParts {
            if let value = parts[part.name] { try container.encode(value, forKey: Key(part.name)) }
        }
    }
}

/// A part of the changes, which an area contributes: a collection, which returns each changed item, or a document,
/// which returns as a whole when it differs. The area's `AreaContract` lists it.
public struct ChangesPart<Value: Codable & Sendable>: Sendable {
    /// The name of the part in the answer's JSON.
    public let name: String
    package let isDocument: Bool

    /// Declares a part of the answer by its name.
    package static func collection(_ name: String) -> Self { Self(name: name, isDocument: false) }

    /// Declares a part of the answer by its name.
    package static func document(_ name: String) -> Self { Self(name: name, isDocument: true) }
}

/// A part of the changes with a value of any type.
package protocol AnyChangesPart<Value>: Sendable {
    associatedtype Value: Codable & Sendable
    var name: String { get }
    var isDocument: Bool { get }
}

extension ChangesPart: AnyChangesPart {}

/// A position in the changes, a page size, and a time to long-poll.
public struct ChangesQuery: WaitingInput {
    /// The allowed number of items and removals on a page (rule 13.1).
    public static let sizes = 1...500
    /// The number of items and removals on a page if the request gives none.
    public static let usual = 200
    /// The name of the query parameter that has the number of seconds to long-poll.
    public static let waitName = "wait"
    /// The allowed number of seconds that a request long-polls. It stays below 30, because hosting providers and
    /// proxies close requests that take 30 seconds.
    public static let waits = 0...25
    /// The value of `since` with which the answer has no data, only the current cursor.
    public static let sinceNow = "now"

    /// The cursor that the previous answer has as `next`, 1 to 1,000 characters, or the text `now`; nil returns
    /// everything.
    public let since: String?
    /// The maximum number of items and removals on the page: 1 to 500.
    public let limit: Int
    /// The number of seconds that the request long-polls if nothing changed: 0 to 25.
    public let wait: Int

    /// Creates the input without checking it.
    /// - Parameters:
    ///   - since: the cursor that the previous answer has as `next`, or `sinceNow`; nil returns everything.
    ///   - limit: the maximum number of items and removals on the page: 1 to 500.
    ///   - wait: the number of seconds that the request long-polls if nothing changed: 0 to 25.
    public init(since: String? = nil, limit: Int = ChangesQuery.usual, wait: Int = 0) {
        self.since = since
        self.limit = limit
        self.wait = wait
    }

    public init(_ fields: inout Fields) {
        since = fields.optional("since", .text(1...1000))
        limit = fields.optional("limit", .integer(Self.sizes), default: Self.usual)
        wait = fields.optional(Self.waitName, .integer(Self.waits), default: 0)
    }
}

extension Endpoints {
    static let changes: [any EndpointDeclaration] = [listChanges]

    public static let listChanges = Endpoint<ChangesQuery, Changes>(
        "listChanges", .get, "/changes", .user, caching: .noStore, errors: [.resyncRequired], mayWait: true,
        summary: "List the changes since a cursor, or everything.",
        details: """
            Send the `next` of the previous answer as `since`. Without `since`, the answer returns all data, a page at a time for as \
            long as `more` is true. `since=now` returns no data, only the current cursor. With `wait`, the request long-polls: the server \
            answers as soon as something may have changed, or after that many seconds.
            """)
}
