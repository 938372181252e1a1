import NIOCore

/// Which connections are open, whose they are, and on which of them no request is under way. It says which ones to close so that a new one
/// gets in. It touches no socket and no clock: its caller reports each event, in order.
///
/// A connection is idle before its first request's first byte, and between requests once every answer is taken. Only idle ones are closed,
/// but for a new one beyond its address' share where all others of that address are busy.
struct OpenConnections<ID: Hashable, Owner: Hashable> {
    private struct Entry {
        let owner: Owner
        /// When it became idle, as a count of events; nil while it is busy.
        var idleSince: Int?
        /// Whether it is to be closed, and counts no more.
        var isLeaving = false
    }

    /// What one owner has.
    private struct Holding {
        /// How many connections, without those that are to be closed.
        var count = 0
        /// Those that became idle, in this order. Some of them may be busy or gone by now.
        var idle: CircularBuffer<(id: ID, since: Int)> = []
    }

    private var entries: [ID: Entry] = [:]
    private var owners: [Owner: Holding] = [:]
    private var total = 0
    private var events = 0
    private let limit: Int
    private let share: Int

    /// - Parameters:
    ///   - limit: how many may be open before room is made, 1 or more.
    ///   - share: how many of them one owner may have, 1 or more.
    init(limit: Int, share: Int) {
        (self.limit, self.share) = (limit, share)
    }

    /// How many are open, without those that are to be closed.
    var count: Int { total }

    /// A connection was taken. It is idle.
    /// - Returns: the connections to close, the new one itself maybe among them.
    mutating func open(_ id: ID, of owner: Owner) -> [ID] {
        entries[id] = Entry(owner: owner)
        count(1, of: owner)
        var closing = crowding(owner)
        if owners[owner, default: Holding()].count > share { closing.append(leave(id)) }
        // It comes last of all that are idle, so that it makes no room for itself.
        if entries[id]?.isLeaving == false { becomeIdle(id, owner) }
        return closing
    }

    /// The first byte of a request came. Where the connection was to be closed, it no longer is.
    mutating func begin(_ id: ID) {
        guard let entry = entries[id] else { return }
        entries[id] = Entry(owner: entry.owner)
        if entry.isLeaving { count(1, of: entry.owner) }
    }

    /// Every request is answered, and every answer taken. Where too many are open, busy ones until now among them, room is made: while the
    /// server is full it takes no new connection, which would make it.
    /// - Returns: the connections to close, this one itself maybe among them.
    @discardableResult
    mutating func end(_ id: ID) -> [ID] {
        guard let owner = entries[id]?.owner else { return [] }
        becomeIdle(id, owner)
        return crowding(owner)
    }

    /// What to close so that the owner is within the share, and all of them within the limit, as far as idle ones go.
    private mutating func crowding(_ owner: Owner) -> [ID] {
        var closing: [ID] = []
        while owners[owner, default: Holding()].count > share, let id = longestIdle(of: owner) { closing.append(leave(id)) }
        while total > limit, let id = longestIdle() { closing.append(leave(id)) }
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

    /// The one that has been idle for the longest, of the owner that holds the most.
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

    /// Whether a connection is idle since then, and not to be closed.
    private func isIdle(_ place: (id: ID, since: Int)) -> Bool {
        guard let entry = entries[place.id] else { return false }
        return entry.idleSince == place.since && !entry.isLeaving
    }

    /// Drops places of connections that are idle no more, once they are most.
    private mutating func tidy(_ owner: Owner) {
        guard let holding = owners[owner], holding.idle.count > 2 * holding.count + 8 else { return }
        let idle = holding.idle.filter { isIdle($0) }
        owners[owner]?.idle = CircularBuffer(idle)
    }

    private mutating func leave(_ id: ID) -> ID {
        guard let owner = entries[id]?.owner else { return id }
        entries[id]?.isLeaving = true
        count(-1, of: owner)
        return id
    }

    private mutating func count(_ change: Int, of owner: Owner) {
        total += change
        owners[owner, default: Holding()].count += change
        if owners[owner]?.count == 0 { owners[owner] = nil }
    }
}
