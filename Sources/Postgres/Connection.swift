import CLibPQ
import Logging
import Synchronization

/// One connection to PostgreSQL, in libpq's pipeline mode.
///
/// The sending task writes to the socket itself. The event loop's thread reads, resumes the waiting task with its
/// rows, and passes the connection to the next task in the wait queue.
final class Connection: Watched {
    enum Sending {
        /// The query was sent. `hasRoom` says whether another may be pipelined behind it at once.
        case sent(hasRoom: Bool)
        /// The query's task was cancelled before the query was sent.
        case unwanted
        /// Nothing was sent, because the connection is closed or has no room for another query.
        case refused
    }

    private let scheduler: ConnectionScheduler
    private let loop: EventLoop
    private let wire: Mutex<Wire>
    /// The connection is closed when it becomes free after this time.
    let expiry: ContinuousClock.Instant

    /// Takes ownership of the handle. If it throws, the handle is closed.
    init(_ handle: ConnectionHandle, scheduler: ConnectionScheduler, expiry: ContinuousClock.Instant) throws {
        do {
            loop = try EventLoop.shared()
            guard PQenterPipelineMode(handle.pointer) == 1 else { throw PostgresError.connectionFailed(handle.errorMessage) }
        } catch {
            PQfinish(handle.pointer)
            throw error
        }
        self.scheduler = scheduler
        self.expiry = expiry
        wire = Mutex(Wire(handle, scheduler.configuration))
    }

    /// Registers the socket with the event loop. Closes the connection if that fails.
    func open() {
        do {
            try wire.withLock { $0.token = try loop.watch($0.socket, self) }
        } catch {
            close(.connectionFailed("\(error)"))
        }
    }

    /// Sends a query. If this returns `sent`, the query's task is resumed in every case.
    /// - Parameter limit: set when the query is pipelined behind another: the time at which its task stops waiting
    ///   for that one to end.
    func send(_ pipelinedQuery: PipelinedQuery, behindUntil limit: ContinuousClock.Instant? = nil) -> Sending {
        let (sending, error): (Sending, PostgresError?) = wire.withLock { wire in
            guard !wire.isClosed, limit == nil || wire.hasRoom else { return (.refused, nil) }
            guard pipelinedQuery.claim(for: self) else { return (.unwanted, nil) }
            guard wire.send(pipelinedQuery, behindUntil: limit), flush(&wire) else {
                return (.sent(hasRoom: false), .connectionLost(wire.handle.errorMessage))
            }
            return (.sent(hasRoom: wire.hasRoom), nil)
        }
        if let error {
            close(error)
            pipelinedQuery.finish(.failure(error))
        }
        return sending
    }

    func socketReady(_ resume: (Resumption) -> Void) {
        guard let isAlive = wire.withLock({ $0.isClosed ? nil : $0.read() }) else { return }
        // The answer to the next query may have arrived together with this one's, and the socket won't signal it
        // again.
        while true {
            let reception: Wire.ReadResult = wire.withLock { wire in
                guard !wire.isClosed else { return .unfinished }
                let reception = wire.receive(isAlive: isAlive)
                let isFlushed = !wire.isWriting || flush(&wire)
                if case .unfinished = reception, !isFlushed { return .broken(.connectionLost(wire.handle.errorMessage)) }
                return reception
            }
            switch reception {
            case .unfinished: return
            case .finished(let sent, let occupation):
                if let resumption = finish(sent, occupation) { resume(resumption) }
            case .broken(let error):
                scheduler.logger.debug("a connection to PostgreSQL was lost", metadata: ["error": "\(error)"])
                return close(error)
            }
        }
    }

    /// Passes the connection on before it wakes the task, so that PostgreSQL doesn't idle in between.
    private func finish(_ sent: InFlightQuery, _ occupation: Wire.Occupation) -> Resumption? {
        let pipelinedQuery = sent.pipelinedQuery
        scheduler.note(sent)
        switch occupation {
        case .held: return pipelinedQuery.end(sent.result, keeping: self)
        case .free: scheduler.release(self)
        case .shared: scheduler.share(self)
        case .full: abandonDropped()
        case .spent: close(.closed)
        }
        if sent.isDropped { return nil }
        guard sent.wasHitByCancelRequest else { return pipelinedQuery.end(sent.result) }
        guard pipelinedQuery.takeBack() else { return pipelinedQuery.end(.failure(CancellationError())) }
        let now = ContinuousClock.now
        scheduler.submit(
            pipelinedQuery, from: .init(pipelinedQuery: pipelinedQuery, since: now, deadline: now + scheduler.configuration.waiterTimeout))
        return nil
    }

    /// Writes buffered bytes to the socket, and watches it for room while some are left.
    private func flush(_ wire: inout Wire) -> Bool {
        let left = PQflush(wire.handle.pointer)
        if (left == 1) != wire.isWriting {
            wire.isWriting = left == 1
            loop.watch(wire.socket, token: wire.token, writing: wire.isWriting)
        }
        return left >= 0
    }

    /// Closes the connection once. The tasks of queries in flight get the error.
    ///
    /// PostgreSQL may have begun the second query in the pipeline by itself. So its task gets an error that says its
    /// effect is unknown.
    func close(_ error: PostgresError) {
        let (isFirst, pipelinedQueries): (Bool, [PipelinedQuery]) = wire.withLock { wire in
            guard !wire.isClosed else { return (false, []) }
            retire(&wire)
            PQfinish(wire.handle.pointer)
            return (true, wire.takeQueries())
        }
        guard isFirst else { return }
        scheduler.remove(self)
        for (index, pipelinedQuery) in pipelinedQueries.enumerated() {
            pipelinedQuery.finish(.failure(index == 0 ? error : error.seenFromBehind))
        }
    }

    /// Ends a query whose task no longer wants it: resumes the task with the error and cancels the query on the
    /// server.
    ///
    /// A cancel request hits whatever query the server runs when the request arrives. So this connection sends
    /// nothing more and is closed.
    /// - If the query is alone, it is cancelled and the connection closed at once. The connection counts towards the
    ///   pool's size until the request has reached the server.
    /// - If another query is pipelined behind it, the connection is closed after that one. If the request hits that
    ///   one instead, its transaction has been rolled back, and it is sent again on another connection.
    /// - If it is pipelined behind another query, it stays in the pipeline until that one is over.
    func abandon(_ pipelinedQuery: PipelinedQuery, _ error: any Error) {
        let step: Step = wire.withLock { wire in
            guard !wire.isClosed, let index = wire.inFlight.firstIndex(where: { $0.pipelinedQuery === pipelinedQuery }) else {
                return .none
            }
            guard wire.inFlight.count > 1 else { return .close(takeOver(&wire)) }
            wire.inFlight[index].isDropped = true
            wire.isRetiring = true
            guard index == 0 else { return .tell }
            for behind in wire.inFlight.indices.dropFirst() { wire.inFlight[behind].mayBeHitByCancel = true }
            return .interrupt(PQgetCancel(wire.handle.pointer).map(CancelRequest.init))
        }
        switch step {
        case .none: return
        case .tell: break
        case .interrupt(let request):
            if let request, !DetachedThread.start({ request.send() }) { request.free() }
        case .close(let handle): cancelAndClose(handle)
        }
        pipelinedQuery.finish(.failure(error))
    }

    private enum Step {
        case none
        case tell
        case interrupt(CancelRequest?)
        case close(ConnectionHandle)
    }

    /// Cancels the query that has moved to the front, if its task has already given it up, and closes the connection.
    private func abandonDropped() {
        let handle: ConnectionHandle? = wire.withLock { wire in
            guard !wire.isClosed, wire.inFlight.count == 1, wire.inFlight[0].isDropped else { return nil }
            return takeOver(&wire)
        }
        if let handle { cancelAndClose(handle) }
    }

    /// The time at which the query that is pipelined behind another gives up, or nil if there is none.
    var limitBehind: ContinuousClock.Instant? {
        wire.withLock { $0.inFlight.count > 1 && !$0.inFlight[1].isDropped ? $0.inFlight[1].limit : nil }
    }

    /// Ends the query that has waited too long behind another.
    func giveUp(at now: ContinuousClock.Instant) {
        let overdue: PipelinedQuery? = wire.withLock { wire in
            guard wire.inFlight.count > 1, let limit = wire.inFlight[1].limit, limit <= now else { return nil }
            return wire.inFlight[1].pipelinedQuery
        }
        if let overdue { abandon(overdue, PostgresError.connectionLost("the query before it took too long")) }
    }

    /// Closes the connection and cancels the query that runs on it.
    func breakOff() {
        let (handle, pipelinedQueries): (ConnectionHandle?, [PipelinedQuery]) = wire.withLock { wire in
            guard !wire.isClosed, !wire.inFlight.isEmpty else { return (nil, []) }
            let pipelinedQueries = wire.takeQueries()
            return (takeOver(&wire), pipelinedQueries)
        }
        if let handle { cancelAndClose(handle) }
        pipelinedQueries.forEach { $0.finish(.failure(PostgresError.closed)) }
        close(.closed)
    }

    private func takeOver(_ wire: inout Wire) -> ConnectionHandle {
        retire(&wire)
        _ = wire.takeQueries()
        return wire.handle
    }

    private func cancelAndClose(_ handle: ConnectionHandle) {
        let isStarted = DetachedThread.start {
            if let request = PQgetCancel(handle.pointer).map(CancelRequest.init) { request.send() }
            PQfinish(handle.pointer)
            self.scheduler.remove(self)
        }
        if !isStarted {
            // The server notices the closed connection by itself.
            PQfinish(handle.pointer)
            scheduler.remove(self)
        }
    }

    private func retire(_ wire: inout Wire) {
        wire.isClosed = true
        loop.unwatch(wire.socket, token: wire.token)
    }
}

/// A request that asks the server to cancel the query that a connection runs.
///
/// `@unchecked`: libpq never changes this object, and allows its use from another thread than the connection's.
private struct CancelRequest: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Sends the request and frees it. Blocks until the server has received it.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { _ = PQcancel(pointer, $0.baseAddress, 256) }
        free()
    }

    /// Frees a request that isn't sent.
    func free() { PQfreeCancel(pointer) }
}

extension PostgresError {
    /// The error for a query that was pipelined behind the one with this error.
    fileprivate var seenFromBehind: PostgresError {
        if case .closed = self { self } else { .connectionLost("\(self)") }
    }
}
