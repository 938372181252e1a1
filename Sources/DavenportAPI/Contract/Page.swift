/// A complete list, which isn't divided into pages.
public struct Items<Item: Sendable>: Sendable {
    public let items: [Item]

    /// Creates a list from all items, in their order.
    public init(_ items: [Item]) {
        self.items = items
    }
}

extension Items: Encodable where Item: Encodable {}

extension Items: Decodable where Item: Decodable {}

/// A position in a list, and a page size.
public struct PageQuery: PagedInput {
    /// The number of items on a page if the request gives none (rule 10.7).
    public static let usual = 50
    /// The allowed page sizes, for lists without a limit of their own.
    static let sizes = 1...100

    /// The cursor that the previous page has as `next`, 1 to 500 characters; nil for the first page.
    public var after: String?
    /// The maximum number of items on the page: 1 to 100.
    public let limit: Int

    /// Creates the input without checking it.
    /// - Parameters:
    ///   - after: the cursor that the previous page has as `next`; nil for the first page.
    ///   - limit: the maximum number of items on the page: 1 to 100.
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
    /// A cursor in the field `after`, which a page returned as `next`. A text longer than 500 characters is refused
    /// without parsing, because no cursor of the server is so long.
    static var cursor: Self { text(1...500) }
}

/// A page of a list. `next` is the cursor of the next page, absent at the end.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// The opaque cursor to send as `after` for the next page; nil at the end.
    public let next: String?

    /// Creates a page.
    /// - Parameter next: the cursor of the next page; nil at the end.
    public init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}

extension Page: Encodable where Item: Encodable {}

extension Page: Decodable where Item: Decodable {}
