/// A list answered whole.
public struct Items<Item: Sendable>: Sendable {
    public let items: [Item]

    /// All that there is, in its order.
    public init(_ items: [Item]) {
        self.items = items
    }
}

extension Items: Encodable where Item: Encodable {}

extension Items: Decodable where Item: Decodable {}

extension Items: JSONWritable where Item: JSONWritable {
    package func write(to json: inout JSONOutput) { json.object { $0.field("items", items) } }
}

/// Which part of a list to answer.
public struct PageQuery: PagedInput {
    /// How many items a page has unless its query says otherwise (rule 10.7).
    public static let usual = 50
    /// How many items a page may have, where the list says nothing else.
    static let sizes = 1...100

    /// The `next` of the page before, 1 to 500 characters; nil for the first page.
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    /// `limit` is 1 to 100, `after` the `next` of the page before.
    public init(after: String? = nil, limit: Int = PageQuery.usual) {
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(Self.sizes), default: Self.usual)
    }
}

extension FieldType<String> {
    /// The `next` of a page. Longer ones than the server makes are refused unread.
    static var cursor: Self { text(1...500) }
}

/// A part of a list; `next` is the cursor of the following part, absent at the end.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// What the following page is asked with, opaque; nil at the end.
    public let next: String?

    /// - Parameter next: what the following page is asked with; nil at the end.
    public init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}

extension Page: Encodable where Item: Encodable {}

extension Page: Decodable where Item: Decodable {}

extension Page: JSONWritable where Item: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("items", items)
            $0.field("next", next)
        }
    }
}
