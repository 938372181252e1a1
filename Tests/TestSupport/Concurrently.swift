/// Runs work for all elements at the same time.
/// - Returns: the results, in the order of the elements.
@discardableResult
public func concurrently<Element: Sendable, Value: Sendable>(
    _ elements: some Sequence<Element>, _ work: @escaping @Sendable (Element) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for (index, element) in elements.enumerated() { group.addTask { (index, try await work(element)) } }
        let results = try await group.reduce(into: []) { $0.append($1) }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Sequence where Element: Hashable {
    /// The number of times that each element occurs.
    public var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Sequence {
    /// Returns the results of work that is done for one element after another.
    public func asyncMap<Result>(_ work: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await work(element)) }
        return results
    }
}
