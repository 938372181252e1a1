import DavenportAPI

extension DavenportClient {
    /// Returns a sequence of the pages of a list. Each page is requested when the iteration reaches it.
    /// - Parameter query: the filter of the list, the page to begin with, and the size of a page.
    public func pages<Query: PagedInput, Item>(_ endpoint: Endpoint<Query, Page<Item>>, _ query: Query) -> Pages<Query, Item> {
        Pages(query: query) { try await call(endpoint, $0) }
    }

    /// Returns a sequence of the items of a list, which continues from page to page.
    /// - Parameter query: the filter of the list, the page to begin with, and the size of a page.
    public func all<Query: PagedInput, Item>(_ endpoint: Endpoint<Query, Page<Item>>, _ query: Query) -> AllItems<Query, Item> {
        AllItems(pages: pages(endpoint, query))
    }
}

/// The pages of a list, in order. Each iteration requests all pages again.
public struct Pages<Query: PagedInput, Item: Codable & Sendable>: AsyncSequence, Sendable {
    let query: Query
    /// Requests one page.
    let request: @Sendable (Query) async throws -> Page<Item>

    /// Starts an iteration at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(request: request, query: query)
    }

    /// An iteration over the pages of a list.
    public struct Iterator: AsyncIteratorProtocol {
        let request: @Sendable (Query) async throws -> Page<Item>
        /// The query for the next page; nil after the last page.
        var query: Query?

        /// Requests the next page; nil after the last page.
        /// - Throws: the errors of `DavenportClient.call`. After an error, the next call requests the same page again.
        public mutating func next() async throws -> Page<Item>? {
            guard var query else { return nil }
            let page = try await request(query)
            query.after = page.next
            self.query = page.next == nil ? nil : query
            return page
        }
    }
}

/// The items of all pages of a list, in order.
public struct AllItems<Query: PagedInput, Item: Codable & Sendable>: AsyncSequence, Sendable {
    let pages: Pages<Query, Item>

    /// Requests all pages and returns their items.
    /// - Throws: the errors of `DavenportClient.call`.
    public func array() async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }

    /// Starts an iteration at the first item.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// An iteration over the items of a list.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages<Query, Item>.Iterator
        var items: ArraySlice<Item> = []

        /// Returns the next item; nil after the last one.
        /// - Throws: the errors of `DavenportClient.call`. After an error, the next call tries to return the same item
        ///   again.
        public mutating func next() async throws -> Item? {
            while items.isEmpty {
                guard let page = try await pages.next() else { return nil }
                items = page.items[...]
            }
            return items.removeFirst()
        }
    }
}
