/// The prepared statements of one connection, by their text. When the cache is full, the least recently used statement
/// is evicted.
struct StatementCache {
    private struct Entry {
        let name: String
        var lastUse: Int
    }

    /// The most statements (`PoolConfiguration.statementCache`).
    let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses = 0
    private var namesGiven = 0
    /// The names of evicted statements that the server still holds, until they are deallocated.
    private(set) var evicted: [String] = []

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the name of a prepared statement, or nil if the text isn't prepared.
    mutating func name(of text: String) -> String? {
        guard let index = entries.index(forKey: text) else { return nil }
        uses += 1
        entries.values[index].lastUse = uses
        return entries.values[index].name
    }

    /// Adds a statement and returns the name under which the caller must prepare it. Evicts another statement if the
    /// cache is full.
    mutating func add(_ text: String) -> String {
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key { evict(oldest) }
        namesGiven += 1
        uses += 1
        let name = "s\(namesGiven)"
        entries[text] = Entry(name: name, lastUse: uses)
        return name
    }

    /// Removes a statement that the server failed to prepare, so that the server holds nothing to deallocate.
    mutating func forget(_ text: String) { entries[text] = nil }

    /// Removes a statement that the server holds, and notes its name for deallocation.
    mutating func evict(_ text: String) {
        if let entry = entries.removeValue(forKey: text) { evicted.append(entry.name) }
    }

    /// Notes the name of an evicted statement again, because its deallocation failed.
    mutating func keep(evicted name: String) { evicted.append(name) }

    /// Removes all statements, because the server has none of them any more.
    mutating func removeAll() {
        entries.removeAll()
        evicted.removeAll()
    }

    /// Removes and returns the names of the evicted statements. The caller must deallocate them on the server.
    mutating func takeEvicted() -> [String] {
        defer { evicted.removeAll() }
        return evicted
    }
}
