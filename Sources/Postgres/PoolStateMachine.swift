/// Assigns queries to connections, and decides when connections are opened and closed.
///
/// It does no I/O and reads no clock: `ConnectionScheduler` gives it events with their times, and performs the returned
/// actions. Other events may arrive between an action and the event that reports its outcome.
struct PoolStateMachine: Sendable {
    /// A time since the pool was made. `ContinuousClock.Instant`, whose layout isn't fixed, costs 7 µs a round trip more.
    typealias Instant = Duration

    /// A query that waits to be sent.
    struct Waiter: Sendable {
        let query: PipelinedQuery
        /// The time at which the query began to wait.
        let since: Instant
        /// The time at which the query stops waiting, in the queue or pipelined behind another query.
        let deadline: Instant
    }

    /// A query that was given to a connection and hasn't ended.
    struct InFlight: Sendable {
        let waiter: Waiter
        /// When the server presumably began to work on the query: when it was sent, or the query before it ended.
        var began: Instant
        /// Whether the connection reported that another query may be pipelined behind this one.
        var allowsPipelining = false
        /// Whether the query's task was resumed already: its results are discarded.
        var isDropped = false
        /// Whether the cancel request for the query before this one may cancel this one.
        var mayBeHitByCancel = false

        var query: PipelinedQuery { waiter.query }
    }

    /// The state of one connection, from the attempt to open it until it is closed.
    struct Slot: Sendable {
        enum State: Sendable, CaseIterable {
            case opening
            case idle
            case running
            /// A transaction holds the connection and has no query in flight.
            case held
            /// The connection sends nothing more. The event `closed` is still to come.
            case closing
            /// The connection is closed. An event about each of its queries is still to come.
            case lost
        }

        let id: ConnectionID
        var state = State.opening
        /// The queries of a running or lost connection. The server works on the first; at most one is pipelined behind.
        var queries: [InFlight] = []
        /// The time at which the connection became idle or was given its present work.
        var since: Instant
        /// The time from which the connection is closed when it becomes free.
        var expiry: Instant
        /// Whether the last round trip was brief (`PoolConfiguration.briefLimit`). After a longer one the next is likely longer, too.
        var wasBrief = false

        func place(of query: PipelinedQuery) -> Int? { queries.firstIndex { $0.query === query } }
    }

    enum Event: Sendable {
        /// A task submits a query, for the connection that its transaction holds or for any.
        case submitted(PipelinedQuery, on: ConnectionID?), cancelled(PipelinedQuery)
        case sent(PipelinedQuery, on: ConnectionID, allowsPipelining: Bool)
        /// The connection was closed before it sent the query.
        case refused(PipelinedQuery, by: ConnectionID)
        case answered(PipelinedQuery, on: ConnectionID, QueryReport)
        case opened(ConnectionID, lifetime: Duration)
        case failedToOpen(ConnectionID, PostgresError)
        /// The connection is closed, by an action or because it broke. The queries `unanswered` had been sent.
        case closed(ConnectionID, PostgresError, unanswered: [PipelinedQuery])
        /// The task whose transaction holds the connection is gone.
        case abandoned(ConnectionID)
        /// The time of the last `wake` action has come.
        case woken
        /// A shutdown begins, and its grace period ends.
        case shutDown, graceEnded
    }

    enum Action: Sendable {
        case send(PipelinedQuery, on: ConnectionID)
        case resume(PipelinedQuery, QueryOutcome)
        case open(ConnectionID)
        case close(ConnectionID)
        /// Cancels the query that the server runs for the connection, and closes the connection.
        case cancelAndClose(ConnectionID)
        /// Cancels the query that the server runs for the connection, and keeps the connection open.
        case interrupt(ConnectionID)
        case wake(at: Instant)
        case recordRoundTrip(InFlight, took: Duration)
        case recordWait(Duration)
        case recordRefusal
        case logFailure(PostgresError, isNews: Bool)
    }

    let configuration: PoolConfiguration
    private(set) var slots: [Slot] = []
    /// The queries that wait for a connection, first in, first out.
    private(set) var waiting: [Waiter] = []
    /// The last attempt to open a connection; nil if it succeeded.
    private var failure: (error: PostgresError, at: Instant)?
    private(set) var isShutDown = false
    private var isWakeScheduled = false
    private var lastID: ConnectionID = 0
    private var actions: [Action] = []

    init(_ configuration: PoolConfiguration) { self.configuration = configuration }

    var hasEnded: Bool { isShutDown && slots.isEmpty }

    /// Changes the pool's state after an event, and returns the actions to perform.
    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .submitted(let query, on: let id): submit(query, on: id, now)
        case .cancelled(let query): abandon(query, CancellationError(), now)
        case .sent(let query, on: let id, let allowsPipelining): noteSent(query, on: id, allowsPipelining, now)
        case .refused(let query, by: let id): takeBack(query, from: id, now)
        case .answered(let query, on: let id, let report): finish(query, on: id, report, now)
        case .opened(let id, let lifetime): noteOpened(id, lifetime, now)
        case .failedToOpen(let id, let error): noteFailure(id, error, now)
        case .closed(let id, let error, let unanswered): remove(id, error, unanswered, now)
        case .abandoned(let id): if let slot = index(of: id, in: .held) { close(slot) }
        case .woken: expire(now)
        case .shutDown: shutDown()
        case .graceEnded: cancelAll()
        }
        dispatch(now)
        open(now)
        wake(now)
        defer { actions = [] }
        return actions
    }

    // MARK: Queries

    private mutating func submit(_ query: PipelinedQuery, on held: ConnectionID?, _ now: Instant) {
        let waiter = Waiter(query: query, since: now, deadline: now + max(.zero, configuration.waiterTimeout - query.waited))
        if let held {
            guard let slot = index(of: held, in: .held) else { return resume(query, PostgresError.closedInTransaction) }
            // The slot's `since` stays, so that a transaction counts as one piece of work.
            return give(waiter, to: slot, now)
        }
        enqueue(waiter, now)
        dispatch(now)
        if waiting.count > configuration.maximumWaiters { refuse(waiting.removeLast().query, .poolExhausted) }
    }

    /// Puts a query into the queue. A query that is put back keeps its old position.
    private mutating func enqueue(_ waiter: Waiter, _ now: Instant) {
        if isShutDown { return refuse(waiter.query, .closed) }
        if let failure, isPausing(at: now), count(.opening) == slots.count { return refuse(waiter.query, failure.error) }
        waiting.insert(waiter, at: (waiting.lastIndex { $0.since <= waiter.since } ?? -1) + 1)
    }

    /// Starts waiting queries on idle connections. The most recently used connection is taken first, so that its caches
    /// are warm and surplus connections reach their age limit unused.
    private mutating func dispatch(_ now: Instant) {
        while !waiting.isEmpty, hasRoom(at: now),
            let slot = slots.indices.filter({ slots[$0].state == .idle }).max(by: { slots[$0].since < slots[$1].since })
        {
            slots[slot].since = now
            give(waiting.removeFirst(), to: slot, now)
        }
    }

    private mutating func give(_ waiter: Waiter, to slot: Int, _ now: Instant) {
        slots[slot].state = .running
        slots[slot].queries.append(InFlight(waiter: waiter, began: now))
        if waiter.since < now { actions.append(.recordWait(now - waiter.since)) }
        actions.append(.send(waiter.query, on: slots[slot].id))
    }

    /// Whether another connection may start work now.
    ///
    /// The limit is `configuration.concurrency`, because a few busy PostgreSQL processes use the processors as well as
    /// many do, and their caches stay warm. A connection whose query runs longer than `configuration.busyGrace` stops
    /// counting, whether the query computes or waits for a lock or a disk. So brief queries don't wait for long ones.
    private func hasRoom(at now: Instant) -> Bool {
        let working = slots.count { ($0.state == .running || $0.state == .held) && $0.since > now - configuration.busyGrace }
        return working < configuration.concurrency
    }

    private mutating func noteSent(_ query: PipelinedQuery, on id: ConnectionID, _ allowsPipelining: Bool, _ now: Instant) {
        guard let slot = index(of: id, in: .running), let place = slots[slot].place(of: query) else { return }
        slots[slot].queries[place].allowsPipelining = allowsPipelining
        pipelineNext(slot, now)
    }

    /// Pipelines the next waiting query behind the one that a connection has just begun. The server then begins the
    /// second query without having to wait for it. Each query ends with a Sync of its own, so each is a transaction of
    /// its own.
    ///
    /// It pipelines only if the number of waiting queries is at least a quarter of the pool's size. With fewer, another
    /// connection would become free nearly as soon. If the next waiting query opens a longer transaction, nothing is
    /// pipelined, so no query overtakes it. If the first query takes long, the second gives up at its usual deadline.
    ///
    /// Never pipelines through a pooler. PgBouncer (observed with 1.18) lends its connection to another client at the
    /// end of the first answer, even if it has received a part of the second query. That part then runs for the other
    /// client.
    private mutating func pipelineNext(_ slot: Int, _ now: Instant) {
        let first = slots[slot].queries[0]
        if !configuration.isBehindPooler, slots[slot].queries.count == 1, first.allowsPipelining, first.query.isWhole, !first.isDropped,
            slots[slot].wasBrief, now < slots[slot].expiry, count(.opening) == 0,
            waiting.count >= (configuration.size + 3) / 4, waiting[0].query.isWhole
        {
            give(waiting.removeFirst(), to: slot, now)
        }
    }

    /// Ends a query when its answer has come. The connection becomes free or goes on with its next query.
    private mutating func finish(_ query: PipelinedQuery, on id: ConnectionID, _ report: QueryReport, _ now: Instant) {
        guard let slot = index(of: id), let sent = slots[slot].queries.first, sent.query === query else { return }
        actions.append(.recordRoundTrip(sent, took: now - sent.began))
        slots[slot].queries.removeFirst()
        slots[slot].wasBrief = now - sent.began <= configuration.briefLimit
        if report.mustClose { slots[slot].expiry = now }
        release(slot, isHeld: query.keepsConnection, now)
        if sent.isDropped { return }
        if sent.mayBeHitByCancel, report.isCancelled {
            // Its transaction was rolled back, so sending it again is safe.
            enqueue(Waiter(query: query, since: sent.waiter.since, deadline: now + configuration.waiterTimeout), now)
        } else {
            actions.append(.resume(query, report.outcome(keeping: query.keepsConnection ? id : nil)))
        }
    }

    /// Takes a query back from a connection that couldn't send it, and puts it into the queue again.
    private mutating func takeBack(_ query: PipelinedQuery, from id: ConnectionID, _ now: Instant) {
        guard let slot = index(of: id), let place = slots[slot].place(of: query) else { return }
        let unsent = slots[slot].queries.remove(at: place)
        if slots[slot].state == .lost { discard(slot) } else if slots[slot].queries.isEmpty { slots[slot].state = .closing }
        if unsent.isDropped { return }
        if query.startsFresh { enqueue(unsent.waiter, now) } else { resume(query, PostgresError.closedInTransaction) }
    }

    /// Resumes the task of a query with an error, and cancels the query on the server.
    ///
    /// A cancel request hits whatever query the server runs when the request arrives. So the connection gets no new
    /// query and is closed: at once if the query is alone, otherwise after the other query in its pipeline. The
    /// connection counts towards the pool's size until the cancel request has reached the server, or for
    /// `PoolConfiguration.cancelLimit`. If the cancel request hits the second query instead of the first, the server has
    /// rolled back the second one's transaction, and the query is sent again. If the second query is the one to cancel,
    /// it stays in the pipeline until the first has ended.
    private mutating func abandon(_ query: PipelinedQuery, _ error: any Error, _ now: Instant) {
        if let place = waiting.firstIndex(where: { $0.query === query }) {
            waiting.remove(at: place)
            return resume(query, error)
        }
        guard let slot = slots.firstIndex(where: { $0.place(of: query) != nil }), let place = slots[slot].place(of: query),
            !slots[slot].queries[place].isDropped
        else { return }
        resume(query, error)
        if slots[slot].state == .lost {
            slots[slot].queries.remove(at: place)
            discard(slot)
        } else if slots[slot].queries.count == 1 {
            close(slot, cancels: true)
        } else {
            slots[slot].expiry = now
            slots[slot].queries[place].isDropped = true
            guard place == 0 else { return }
            slots[slot].queries[1].mayBeHitByCancel = true
            actions.append(.interrupt(slots[slot].id))
        }
    }

    private mutating func resume(_ query: PipelinedQuery, _ error: any Error) {
        actions.append(.resume(query, QueryOutcome(result: .failure(error), connection: nil)))
    }

    /// Resumes the task of a query that got no connection, with an error.
    private mutating func refuse(_ query: PipelinedQuery, _ error: PostgresError) {
        actions.append(.recordRefusal)
        resume(query, error)
    }

    // MARK: Connections

    func count(_ state: Slot.State) -> Int { slots.count { $0.state == state } }

    private func index(of id: ConnectionID, in state: Slot.State? = nil) -> Int? {
        slots.firstIndex { $0.id == id && (state == nil || $0.state == state) }
    }

    /// Whether the last attempt to connect failed so recently that the next one must wait.
    private func isPausing(at now: Instant) -> Bool { failure.map { $0.at + PoolConfiguration.reconnectPause > now } ?? false }

    /// Opens connections for waiting queries. After a failure, it tries only one connection at a time.
    private mutating func open(_ now: Instant) {
        guard !isShutDown, !waiting.isEmpty, !isPausing(at: now), count(.idle) == 0 else { return }
        var wanted = min(waiting.count - count(.opening), configuration.size - slots.count)
        if failure != nil { wanted = min(wanted, 1 - count(.opening)) }
        for _ in 0..<max(0, wanted) {
            lastID += 1
            slots.append(Slot(id: lastID, since: now, expiry: now))
            actions.append(.open(lastID))
        }
    }

    private mutating func noteOpened(_ id: ConnectionID, _ lifetime: Duration, _ now: Instant) {
        guard let slot = index(of: id, in: .opening) else { return }
        failure = nil
        (slots[slot].state, slots[slot].since, slots[slot].expiry) = (.idle, now, now + lifetime)
        if isShutDown { close(slot) }
    }

    /// Handles a failed attempt to connect. If no connection is left, it also fails every query in the queue.
    private mutating func noteFailure(_ id: ConnectionID, _ error: PostgresError, _ now: Instant) {
        guard let slot = index(of: id, in: .opening) else { return }
        slots.remove(at: slot)
        actions.append(.logFailure(error, isNews: failure == nil))
        failure = (error, now)
        guard slots.isEmpty else { return }
        for waiter in waiting { refuse(waiter.query, error) }
        waiting = []
    }

    /// Decides what a connection does after the answer to its first query.
    private mutating func release(_ slot: Int, isHeld: Bool, _ now: Instant) {
        if slots[slot].state == .lost { return discard(slot) }
        if let next = slots[slot].queries.first {
            slots[slot].queries[0].began = now
            if next.isDropped { close(slot, cancels: true) } else { pipelineNext(slot, now) }
        } else if isHeld {
            slots[slot].state = .held
        } else if isShutDown || now >= slots[slot].expiry {
            close(slot)
        } else {
            (slots[slot].state, slots[slot].since) = (.idle, now)
        }
    }

    private mutating func close(_ slot: Int, cancels: Bool = false) {
        (slots[slot].state, slots[slot].queries) = (.closing, [])
        actions.append(cancels ? .cancelAndClose(slots[slot].id) : .close(slots[slot].id))
    }

    /// Ends a closed connection and the queries that it had sent. PostgreSQL may already have begun the second query in
    /// the pipeline, so the second query's error says that its effect is unknown.
    private mutating func remove(_ id: ConnectionID, _ error: PostgresError, _ unanswered: [PipelinedQuery], _ now: Instant) {
        guard let slot = index(of: id) else { return }
        if slots[slot].state == .opening { return noteFailure(id, .connectionFailed("\(error)"), now) }
        let queries = slots[slot].queries
        let isSent = { (query: InFlight) in unanswered.contains { $0 === query.query } }
        slots[slot].state = .lost
        slots[slot].queries.removeAll(where: isSent)
        discard(slot)
        for (place, query) in queries.enumerated() where isSent(query) && !query.isDropped {
            resume(query.query, place == 0 ? error : error.errorForPipelinedQuery)
        }
    }

    /// Removes a closed connection after the last event about its queries.
    private mutating func discard(_ slot: Int) {
        if slots[slot].queries.isEmpty { slots.remove(at: slot) }
    }

    /// Schedules the next `wake` while queries wait, in the queue or pipelined behind another query. The time is the
    /// first deadline, or earlier if a busy connection then stops counting in `hasRoom`, the limit on connections with
    /// brief work.
    private mutating func wake(_ now: Instant) {
        if isWakeScheduled { return }
        let behind = slots.filter { $0.queries.count > 1 }.flatMap { $0.queries.dropFirst().filter { !$0.isDropped } }
        guard let deadline = (waiting + behind.map { $0.waiter }).lazy.map({ $0.deadline }).min() else { return }
        isWakeScheduled = true
        actions.append(.wake(at: min(deadline, now + configuration.busyGrace)))
    }

    /// Starts waiting queries, if long-running ones no longer count in `hasRoom`. Then ends the waiting queries whose
    /// deadline has passed.
    private mutating func expire(_ now: Instant) {
        isWakeScheduled = false
        dispatch(now)
        let isUp = count(.opening) < slots.count
        for late in waiting where late.deadline <= now {
            refuse(late.query, isUp ? .poolExhausted : failure?.error ?? .connectionFailed("no answer in time"))
        }
        waiting.removeAll { $0.deadline <= now }
        for late in slots.flatMap({ $0.queries.dropFirst() }) where late.waiter.deadline <= now {
            abandon(late.query, PostgresError.connectionLost("the query before it took too long"), now)
        }
    }

    /// Shuts the pool down: refuses new queries, fails those in the queue, and closes idle connections.
    private mutating func shutDown() {
        isShutDown = true
        for waiter in waiting { resume(waiter.query, PostgresError.closed) }
        waiting = []
        for slot in slots.indices where slots[slot].state == .idle { close(slot) }
    }

    /// Cancels all running queries and closes their connections, when the grace period of a shutdown ends.
    private mutating func cancelAll() {
        for query in slots.flatMap({ $0.queries }) where !query.isDropped { resume(query.query, PostgresError.closed) }
        slots.removeAll { $0.state == .lost }
        for slot in slots.indices where ![.opening, .closing].contains(slots[slot].state) {
            close(slot, cancels: slots[slot].state == .running)
        }
    }
}
