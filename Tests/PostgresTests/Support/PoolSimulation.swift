@testable import Postgres

/// A pool's clients, connections and server, driven by random numbers. As with real threads, anything may happen
/// between the machine's decision and its effect, and between an effect and its event.
struct PoolSimulation {
    typealias Machine = PoolStateMachine

    struct Violation: Error { let text: String }

    /// A task that sends queries one after another, in a transaction or without one.
    struct Client {
        var query: PipelinedQuery?
        var connection: ConnectionID?
    }

    struct Wire {
        var isClosed = false
        var sent: [PipelinedQuery] = []
        /// The number of the client whose transaction is open.
        var owner: Int?
        /// Whether a cancel request is in transit.
        var isInterrupted = false
    }

    var random: Dice
    var machine: Machine
    var now = Duration.zero
    var clients = [Client](repeating: Client(), count: 8)
    var wires: [ConnectionID: Wire] = [:]
    /// The actions that no thread has performed yet.
    var actions: [Machine.Action] = []
    /// The events that no thread has reported to the machine yet.
    var events: [Machine.Event] = []
    var wake: Duration?
    /// The clients of all queries, and the numbers of the queries in the order in which the machine got them.
    var senders: [ObjectIdentifier: Int] = [:]
    var numbers: [ObjectIdentifier: Int] = [:]
    /// The queries that a connection has sent at least once.
    var accepted: Set<ObjectIdentifier> = []
    /// Keeps the queries, so that their identifiers stay unique.
    var queries: [PipelinedQuery] = []
    var handled = 0
    /// The situations that have occurred, so that a test can check that each of them did.
    var seen: Set<Occasion> = []

    enum Occasion: CaseIterable {
        case shared, neighbourHit, refusedSend, requeued, lostTransaction, twoAtWork, failedToOpen, timeout
    }

    init(seed: UInt64) {
        random = Dice(seed: seed)
        var configuration = PoolConfiguration(uri: "", size: random.below(4) + 1, applicationName: "simulation")
        configuration.waiterTimeout = .milliseconds(random.below(30) + 1)
        configuration.maximumWaiters = random.below(8)
        configuration.concurrency = random.below(4) + 1
        configuration.briefLimit = random.below(4) == 0 ? .zero : .seconds(1)
        configuration.isBehindPooler = random.below(4) == 0
        machine = Machine(configuration)
    }

    // MARK: Steps

    /// Takes one random step that some thread could take next.
    mutating func step() throws {
        switch random.below(16) {
        case 0..<4: act(random.below(clients.count))
        case 4..<8: try perform()
        case 8..<12: try report()
        case 12, 13: answer()
        case 14: if random.below(8) == 0 { breakDown() }
        default: elapse()
        }
    }

    /// Lets every client finish without further faults, then closes the pool.
    mutating func finish() throws {
        try settle(untilQuiet: true)
        guard machine.slots.allSatisfy({ $0.state == .idle }), machine.waiting.isEmpty else { throw Violation(text: "not at rest") }
        try handle(.shutDown)
        try settle(untilQuiet: true)
        try checkEnd()
    }

    /// Closes the pool while clients work and the server has stopped answering.
    mutating func cancelAll() throws {
        try handle(.shutDown)
        for _ in 0..<random.below(50) { try step() }
        try handle(.graceEnded)
        try settle(untilQuiet: false)
        try checkEnd()
    }

    private mutating func settle(untilQuiet: Bool) throws {
        for _ in 0..<20_000 {
            if events.isEmpty, actions.isEmpty, clients.allSatisfy({ $0.query == nil && (!untilQuiet || $0.connection == nil) }) { return }
            try perform()
            try report()
            if untilQuiet {
                answer()
                for client in clients.indices where clients[client].query == nil && clients[client].connection != nil { end(client) }
            }
            elapse()
        }
        throw Violation(text: "it doesn't come to an end")
    }

    private func checkEnd() throws {
        guard machine.hasEnded, machine.waiting.isEmpty else { throw Violation(text: "the pool doesn't end") }
        guard wires.values.allSatisfy({ $0.isClosed }) else { throw Violation(text: "a connection stays open") }
    }

    // MARK: Clients

    private mutating func act(_ client: Int) {
        if let query = clients[client].query {
            if query.keepsConnection || query.startsFresh, random.below(4) == 0 { events.append(.cancelled(query)) }
        } else if clients[client].connection != nil {
            if random.below(2) == 0 { end(client) } else { submit(client, keepsConnection: true) }
        } else {
            submit(client, keepsConnection: random.below(3) == 0)
        }
    }

    private mutating func end(_ client: Int) {
        if random.below(8) == 0, let connection = clients[client].connection {
            clients[client].connection = nil
            wires[connection]?.owner = nil
            events.append(.abandoned(connection))
        } else {
            submit(client, keepsConnection: false)
        }
    }

    private mutating func submit(_ client: Int, keepsConnection: Bool) {
        let connection = clients[client].connection
        let waited = Duration.milliseconds(random.below(8) == 0 ? 20 : 0)
        let query = PipelinedQuery([], keepsConnection: keepsConnection, startsFresh: connection == nil, waited: waited)
        queries.append(query)
        senders[ObjectIdentifier(query)] = client
        clients[client].query = query
        events.append(.submitted(query, on: connection))
    }

    private mutating func resume(_ query: PipelinedQuery, _ outcome: QueryOutcome) throws {
        guard let client = senders[ObjectIdentifier(query)], clients[client].query === query else {
            throw Violation(text: "a task is resumed twice")
        }
        if case .failure(let error as PostgresError) = outcome.result {
            switch error {
            case .connectionLost(let text) where text.contains("broken") && !accepted.contains(ObjectIdentifier(query)):
                throw Violation(text: "a query that was never sent fails with its connection")
            case .misuse("hit"): throw Violation(text: "a cancel request for another query is a task's error")
            case .poolExhausted: seen.insert(.timeout)
            case .connectionLost where clients[client].connection != nil: seen.insert(.lostTransaction)
            default: break
            }
        }
        clients[client] = Client(query: nil, connection: outcome.connection)
        guard let connection = outcome.connection else { return }
        if wires[connection]?.isClosed == false, wires[connection]?.owner != client {
            throw Violation(text: "a task gets another transaction's connection")
        }
    }

    // MARK: Connections and the server

    private mutating func perform() throws {
        guard !actions.isEmpty else { return }
        switch actions.remove(at: random.below(actions.count)) {
        case .send(let query, let id): try send(query, id)
        case .resume(let query, let outcome): try resume(query, outcome)
        case .open(let id): open(id)
        case .close(let id):
            guard wires[id]?.isClosed == true || wires[id]?.sent.isEmpty == true else {
                throw Violation(text: "closed with queries in flight")
            }
            close(id, .closed)
        case .cancelAndClose(let id):
            wires[id]?.sent = []
            close(id, .closed)
        case .interrupt(let id): wires[id]?.isInterrupted = true
        case .wake(let moment):
            guard wake == nil else { throw Violation(text: "two wakes") }
            wake = moment
        case .recordRoundTrip, .recordWait, .recordRefusal, .logFailure: break
        }
    }

    private mutating func send(_ query: PipelinedQuery, _ id: ConnectionID) throws {
        guard var wire = wires[id] else { throw Violation(text: "sent on no connection") }
        if wire.isClosed {
            seen.insert(.refusedSend)
            return events.append(.refused(query, by: id))
        }
        guard wire.owner == nil || wire.owner == senders[ObjectIdentifier(query)] else {
            throw Violation(text: "a connection serves two transactions")
        }
        wire.sent.append(query)
        accepted.insert(ObjectIdentifier(query))
        guard wire.sent.count == 1 || wire.sent.count == 2 && wire.sent.allSatisfy({ $0.isWhole }) else {
            throw Violation(text: "sent behind another")
        }
        if wire.sent.count == 2 { seen.insert(.shared) }
        wires[id] = wire
        if busy.count > 1 { seen.insert(.twoAtWork) }
        if random.below(32) == 0 {
            close(id, .connectionLost("broken while sending"))
        } else {
            events.append(.sent(query, on: id, allowsPipelining: random.below(4) > 0))
        }
    }

    private mutating func open(_ id: ConnectionID) {
        guard random.below(6) > 0 else {
            seen.insert(.failedToOpen)
            return events.append(.failedToOpen(id, .connectionFailed("refused")))
        }
        wires[id] = Wire()
        events.append(.opened(id, lifetime: .milliseconds(random.below(100))))
    }

    private mutating func close(_ id: ConnectionID, _ error: PostgresError) {
        guard let wire = wires[id], !wire.isClosed else { return }
        events.append(.closed(id, error, unanswered: wire.sent))
        wires[id] = Wire(isClosed: true)
    }

    private var busy: [ConnectionID] { wires.keys.sorted().filter { wires[$0]?.sent.isEmpty == false } }

    private mutating func answer() {
        guard let id = random.element(of: busy), var wire = wires[id] else { return }
        let query = wire.sent.removeFirst()
        let isHit = wire.isInterrupted && random.below(2) == 0
        if isHit { wire.isInterrupted = false }
        if !query.isWhole { wire.owner = query.keepsConnection ? senders[ObjectIdentifier(query)] : nil }
        wires[id] = wire
        let error: PostgresError? = isHit ? .misuse("hit") : random.below(8) == 0 ? .misuse("an error of the server") : nil
        let report = QueryReport(rows: [], error: error, mustClose: query.isWhole && random.below(16) == 0, isCancelled: isHit)
        events.append(.answered(query, on: id, report))
    }

    private mutating func breakDown() {
        if let id = random.element(of: wires.keys.sorted()) { close(id, .connectionLost("broken")) }
    }

    private mutating func elapse() {
        now += .microseconds(random.below(4000))
        guard let moment = wake, moment <= now else { return }
        wake = nil
        events.append(.woken)
    }

    // MARK: The machine

    /// Reports a random event. The answers on one connection are reported in order, because one thread reads them.
    private mutating func report() throws {
        guard !events.isEmpty else { return }
        var index = random.below(events.count)
        if case .answered(_, let id, _) = events[index] {
            index = events.firstIndex { if case .answered(_, id, _) = $0 { true } else { false } } ?? index
        }
        try handle(events.remove(at: index))
    }

    private mutating func handle(_ event: Machine.Event) throws {
        now += .nanoseconds(1)
        if case .submitted(let query, _) = event { numbers[ObjectIdentifier(query)] = handled }
        let new = machine.handle(event, at: now)
        if case .answered(let query, _, let report) = event, report.isCancelled, machine.waiting.contains(where: { $0.query === query }) {
            seen.insert(.neighbourHit)
        }
        if case .refused(let query, _) = event, machine.waiting.contains(where: { $0.query === query }) { seen.insert(.requeued) }
        handled += 1
        actions += new
        do {
            try check(event, new)
        } catch let violation as Violation {
            throw Violation(text: "\(violation.text), after \(event)")
        }
    }

    private func check(_ event: Machine.Event, _ new: [Machine.Action]) throws {
        let (slots, configuration) = (machine.slots, machine.configuration)
        func require(_ condition: Bool, _ text: String) throws { if !condition { throw Violation(text: text) } }
        try require(slots.count <= configuration.size, "too many connections")
        try require(
            slots.allSatisfy { $0.queries.isEmpty == ($0.state != .running && $0.state != .lost) }, "queries don't fit the state")
        let working = slots.count { ($0.state == .running || $0.state == .held) && $0.since > now - configuration.busyGrace }
        try require(working <= configuration.concurrency, "too many connections at work")
        if !machine.waiting.isEmpty {
            let isIdle = slots.contains { $0.state == .idle }
            try require(!isIdle || working == configuration.concurrency, "a query waits beside an idle connection")
            try require(wake != nil || isWakePending, "nothing ends the waiting")
        }
        let waiting = machine.waiting.map { numbers[ObjectIdentifier($0.query)] ?? -1 }
        try require(zip(waiting, waiting.dropFirst()).allSatisfy { $0 < $1 }, "the queue is out of order")
        for case .send(let query, _) in new where query.startsFresh {
            try require(numbers[ObjectIdentifier(query)] ?? 0 < waiting.first ?? .max, "a query overtakes another")
        }
        if case .cancelled(let query) = event {
            try require(!machine.waiting.contains { $0.query === query }, "a cancelled query waits")
            try require(!slots.contains { $0.queries.contains { $0.query === query && !$0.isDropped } }, "a cancelled query is kept")
        }
        if machine.isShutDown {
            try require(machine.waiting.isEmpty && !slots.contains { $0.state == .idle }, "something waits in a closed pool")
            try require(!new.contains { if case .open = $0 { true } else { false } }, "a closed pool opens a connection")
        }
    }

    private var isWakePending: Bool {
        actions.contains { if case .wake = $0 { true } else { false } } || events.contains { if case .woken = $0 { true } else { false } }
    }
}

/// A random number generator with the same numbers in every run.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 31) >> 1) % bound
    }

    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
