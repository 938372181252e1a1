/// The queries that wait for a connection, first in, first out.
struct WaitQueue: Sendable {
    struct Place: Sendable {
        let pipelinedQuery: PipelinedQuery
        /// The time at which the query entered the queue.
        let since: ContinuousClock.Instant
        let deadline: ContinuousClock.Instant
    }

    /// The places of the queue. Those before `head` have been served.
    private var places: [Place?] = []
    private var head = 0
    private(set) var count = 0

    /// The query that is served next.
    var first: Place? { places[head...].lazy.compactMap { $0 }.first }

    /// The earliest deadline in the queue. It isn't always that of the first query.
    var nextDeadline: ContinuousClock.Instant? { places[head...].lazy.compactMap { $0?.deadline }.min() }

    mutating func append(_ place: Place) {
        places.append(place)
        count += 1
    }

    /// Takes the first query out of the queue.
    mutating func popFirst() -> Place? {
        while head < places.count {
            let place = places[head].take()
            head += 1
            if place != nil {
                count -= 1
                compact()
                return place
            }
        }
        return nil
    }

    /// Puts a query back at the head, because its connection failed before sending it.
    mutating func putBack(_ place: Place) {
        if head > 0 {
            head -= 1
            places[head] = place
        } else {
            places.insert(place, at: 0)
        }
        count += 1
    }

    /// Removes a query whose task gave up. Returns false if it wasn't in the queue.
    mutating func remove(_ pipelinedQuery: PipelinedQuery) -> Bool {
        guard let index = places[head...].firstIndex(where: { $0?.pipelinedQuery === pipelinedQuery }) else { return false }
        places[index] = nil
        count -= 1
        return true
    }

    /// Takes out all queries whose deadline has passed.
    mutating func popExpired(at now: ContinuousClock.Instant) -> [PipelinedQuery] {
        var expired: [PipelinedQuery] = []
        for index in places.indices[head...] {
            guard let place = places[index], place.deadline <= now else { continue }
            places[index] = nil
            count -= 1
            expired.append(place.pipelinedQuery)
        }
        while head < places.count, places[head] == nil { head += 1 }
        compact()
        return expired
    }

    /// Takes out all queries.
    mutating func popAll() -> [PipelinedQuery] {
        var all: [PipelinedQuery] = []
        while let place = popFirst() { all.append(place.pipelinedQuery) }
        return all
    }

    private mutating func compact() {
        if head == places.count {
            places.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 1024, head > places.count / 2 {
            places.removeFirst(head)
            head = 0
        }
    }
}
