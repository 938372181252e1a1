/// The statements one connection has prepared, by their text; the one unused for longest makes room.
struct StatementCache {
    private struct Entry {
        let name: String
        var lastUse: Int
    }

    let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses = 0
    private var namesGiven = 0
    /// Names dropped here that the server still holds.
    private(set) var evicted: [String] = []

    init(capacity: Int) { self.capacity = capacity }

    /// The name a statement is prepared under, nil when it isn't.
    mutating func name(of text: String) -> String? {
        guard let index = entries.index(forKey: text) else { return nil }
        uses += 1
        entries.values[index].lastUse = uses
        return entries.values[index].name
    }

    /// A name to prepare a statement under.
    mutating func add(_ text: String) -> String {
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key { evict(oldest) }
        namesGiven += 1
        uses += 1
        let name = "s\(namesGiven)"
        entries[text] = Entry(name: name, lastUse: uses)
        return name
    }

    /// Forgets a statement the server refused to prepare.
    mutating func forget(_ text: String) { entries[text] = nil }

    /// Forgets a statement the server must forget too.
    mutating func evict(_ text: String) {
        if let entry = entries.removeValue(forKey: text) { evicted.append(entry.name) }
    }

    /// A name that was not deallocated after all.
    mutating func keep(evicted name: String) { evicted.append(name) }

    /// Forgets everything, where the server already has.
    mutating func removeAll() {
        entries.removeAll()
        evicted.removeAll()
    }

    /// The names to deallocate, which are the caller's business from now on.
    mutating func takeEvicted() -> [String] {
        defer { evicted.removeAll() }
        return evicted
    }
}
