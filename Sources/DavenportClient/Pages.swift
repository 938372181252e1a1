import DavenportAPI

extension DavenportClient {
    /// A list in its pages, each asked for when it is wanted.
    /// - Parameter query: where to begin, and how much a page has.
    public func pages<Query: PagedInput, Item>(_ endpoint: Endpoint<Query, Page<Item>>, _ query: Query) -> Pages<Query, Item> {
        Pages(client: self, endpoint: endpoint, query: query)
    }

    /// A list's items, whatever pages they come in.
    /// - Parameter query: where to begin, and how much a page has.
    public func all<Query: PagedInput, Item>(_ endpoint: Endpoint<Query, Page<Item>>, _ query: Query) -> AllItems<Query, Item> {
        AllItems(pages: pages(endpoint, query))
    }
}

/// The pages of a list, one after the other. Each iteration asks anew.
public struct Pages<Query: PagedInput, Item: Codable & Sendable>: AsyncSequence, Sendable {
    let client: DavenportClient
    let endpoint: Endpoint<Query, Page<Item>>
    let query: Query

    /// Begins with the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, endpoint: endpoint, query: query)
    }

    /// Where one is in the list.
    public struct Iterator: AsyncIteratorProtocol {
        let client: DavenportClient
        let endpoint: Endpoint<Query, Page<Item>>
        /// Of the next page; nil after the last.
        var query: Query?

        /// The next page, nil after the last.
        /// - Throws: as `DavenportClient.call`; the next call asks for the same page again.
        public mutating func next() async throws -> Page<Item>? {
            guard var query else { return nil }
            let page = try await client.call(endpoint, query)
            query.after = page.next
            self.query = page.next == nil ? nil : query
            return page
        }
    }
}

/// The items of a list, page after page.
public struct AllItems<Query: PagedInput, Item: Codable & Sendable>: AsyncSequence, Sendable {
    let pages: Pages<Query, Item>

    /// Every item of every page, in memory.
    /// - Throws: as `DavenportClient.call`.
    public func array() async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }

    /// Begins with the first item.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Where one is in the list.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages<Query, Item>.Iterator
        var items: ArraySlice<Item> = []

        /// The next item, nil after the last.
        /// - Throws: as `DavenportClient.call`; the next call goes on where this one failed.
        public mutating func next() async throws -> Item? {
            while items.isEmpty {
                guard let page = try await pages.next() else { return nil }
                items = page.items[...]
            }
            return items.removeFirst()
        }
    }
}
