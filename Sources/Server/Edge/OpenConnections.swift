import NIOCore

/// Tracks the open connections, their owners and which of them are idle, and decides which to close to make room for
/// new ones. It touches no socket and no clock: its caller reports each event, in order.
///
/// A connection is idle before the first byte of its first request. Between requests it is idle once the client has
/// received every response. Only idle connections are closed, with one exception: a new connection beyond its
/// address's share is closed if all others of that address are busy.
struct OpenConnections<ID: Hashable, Owner: Hashable> {
    private struct Entry {
        let owner: Owner
        /// The event number at which it became idle, or nil while it is busy.
        var idleSince: Int?
        /// Whether it is being closed and no longer counts.
        var isLeaving = false
    }

    /// The connections of one owner, which is a client's address.
    private struct OwnerConnections {
        /// The number of connections, without those being closed.
        var count = 0
        /// Connections in the order in which they became idle. Some may be busy or closed by now.
        var idle: CircularBuffer<(id: ID, since: Int)> = []
    }

    private var entries: [ID: Entry] = [:]
    private var owners: [Owner: OwnerConnections] = [:]
    private var total = 0
    private var events = 0
    private let limit: Int
    private let share: Int

    /// - Parameters:
    ///   - limit: the number of connections above which idle ones are closed, at least 1.
    ///   - share: the most connections of one owner, at least 1.
    init(limit: Int, share: Int) {
        (self.limit, self.share) = (limit, share)
    }

    /// The number of open connections, without those being closed.
    var count: Int { total }

    /// Adds a new connection, which is idle.
    /// - Returns: the connections to close. The new one may be among them.
    mutating func open(_ id: ID, of owner: Owner) -> [ID] {
        entries[id] = Entry(owner: owner)
        count(1, of: owner)
        var closing = connectionsToClose(owner)
        if owners[owner, default: OwnerConnections()].count > share { closing.append(markClosing(id)) }
        // Marked as idle only now, so that it isn't closed to make room for itself.
        if entries[id]?.isLeaving == false { becomeIdle(id, owner) }
        return closing
    }

    /// Records the first byte of a request. A connection that was to be closed stays open.
    mutating func begin(_ id: ID) {
        guard let entry = entries[id] else { return }
        entries[id] = Entry(owner: entry.owner)
        if entry.isLeaving { count(1, of: entry.owner) }
    }

    /// Records that every request is answered and the client has received every response. If too many connections are
    /// open, because they were busy until now, it chooses idle ones to close. `open` may never do that: a full server
    /// accepts no new connection.
    /// - Returns: the connections to close. This one may be among them.
    @discardableResult
    mutating func end(_ id: ID) -> [ID] {
        guard let owner = entries[id]?.owner else { return [] }
        becomeIdle(id, owner)
        return connectionsToClose(owner)
    }

    /// Returns the idle connections to close so that the owner is within its share and the total within the limit.
    private mutating func connectionsToClose(_ owner: Owner) -> [ID] {
        var closing: [ID] = []
        while owners[owner, default: OwnerConnections()].count > share, let id = longestIdle(of: owner) { closing.append(markClosing(id)) }
        while total > limit, let id = longestIdle() { closing.append(markClosing(id)) }
        return closing
    }

    private mutating func becomeIdle(_ id: ID, _ owner: Owner) {
        events += 1
        entries[id]?.idleSince = events
        owners[owner]?.idle.append((id, events))
        tidy(owner)
    }

    mutating func close(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id), !entry.isLeaving else { return }
        count(-1, of: entry.owner)
    }

    /// Returns the connection that has been idle the longest, of the owner that has the most.
    private mutating func longestIdle() -> ID? {
        var found: (id: ID, held: Int, since: Int)?
        for owner in Array(owners.keys) {
            guard let id = longestIdle(of: owner), let since = entries[id]?.idleSince, let held = owners[owner]?.count else { continue }
            if let found, (found.held, -found.since) >= (held, -since) { continue }
            found = (id, held, since)
        }
        return found?.id
    }

    private mutating func longestIdle(of owner: Owner) -> ID? {
        while let first = owners[owner]?.idle.first {
            if isIdle(first) { return first.id }
            owners[owner]?.idle.removeFirst()
        }
        return nil
    }

    /// Whether a connection has been idle since the given event and isn't being closed.
    private func isIdle(_ place: (id: ID, since: Int)) -> Bool {
        guard let entry = entries[place.id] else { return false }
        return entry.idleSince == place.since && !entry.isLeaving
    }

    /// Removes the outdated entries of the owner's idle list, once they are the majority.
    private mutating func tidy(_ owner: Owner) {
        guard let holding = owners[owner], holding.idle.count > 2 * holding.count + 8 else { return }
        let idle = holding.idle.filter { isIdle($0) }
        owners[owner]?.idle = CircularBuffer(idle)
    }

    private mutating func markClosing(_ id: ID) -> ID {
        guard let owner = entries[id]?.owner else { return id }
        entries[id]?.isLeaving = true
        count(-1, of: owner)
        return id
    }

    private mutating func count(_ change: Int, of owner: Owner) {
        total += change
        owners[owner, default: OwnerConnections()].count += change
        if owners[owner]?.count == 0 { owners[owner] = nil }
    }
}
