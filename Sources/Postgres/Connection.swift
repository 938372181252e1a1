import CLibPQ
import Logging
import Synchronization

/// One connection in pipeline mode. Whoever sends writes to the socket itself; the event loop's thread reads, hands the rows to the waiting
/// task and the connection to the next one in line.
final class Connection: Watched {
    enum Sending {
        /// Whether one more may follow at once, behind this.
        case sent(hasRoom: Bool)
        /// Nobody waits for the exchange any more.
        case unwanted
        /// Nothing was sent: the connection was closed before, or has no room.
        case refused
    }

    private let scheduler: ConnectionScheduler
    private let loop: EventLoop
    private let wire: Mutex<Wire>
    /// From then on it is closed when it becomes free.
    let expiry: ContinuousClock.Instant

    /// Takes over the handle, or throws and closes it.
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

    /// Has the event loop watch it. Without that it is of no use and closed.
    func open() {
        do {
            try wire.withLock { $0.token = try loop.watch($0.socket, self) }
        } catch {
            close(.connectionFailed("\(error)"))
        }
    }

    /// Sends an exchange. Its task is resumed whatever becomes of it, once this returned `sent`.
    /// - Parameter limit: given where it is to follow another that is under way: when its task gives up waiting for that one's end.
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
        // What comes behind the end of an exchange may have arrived with it, and the socket announces that no more.
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

    /// Passes the connection on before the task wakes, so that the server isn't idle meanwhile.
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
        guard sent.wasHitByNeighboursCancellation else { return pipelinedQuery.end(sent.result) }
        guard pipelinedQuery.takeBack() else { return pipelinedQuery.end(.failure(CancellationError())) }
        let now = ContinuousClock.now
        scheduler.submit(
            pipelinedQuery, from: .init(pipelinedQuery: pipelinedQuery, since: now, deadline: now + scheduler.configuration.waiterTimeout))
        return nil
    }

    /// Writes what is left, and watches for room as long as something is.
    private func flush(_ wire: inout Wire) -> Bool {
        let left = PQflush(wire.handle.pointer)
        if (left == 1) != wire.isWriting {
            wire.isWriting = left == 1
            loop.watch(wire.socket, token: wire.token, writing: wire.isWriting)
        }
        return left >= 0
    }

    /// Closes it, once; the tasks of exchanges under way get the error. What waited behind another may have been begun, since the server
    /// goes on by itself, so nobody can tell whether it took effect.
    func close(_ error: PostgresError) {
        let (isFirst, pipelinedQueries): (Bool, [PipelinedQuery]) = wire.withLock { wire in
            guard !wire.isClosed else { return (false, []) }
            retire(&wire)
            PQfinish(wire.handle.pointer)
            return (true, wire.takeExchanges())
        }
        guard isFirst else { return }
        scheduler.remove(self)
        for (index, pipelinedQuery) in pipelinedQueries.enumerated() {
            pipelinedQuery.finish(.failure(index == 0 ? error : error.seenFromBehind))
        }
    }

    /// Tells an exchange's task, and has the server stop working on it, without harm to another that shares the connection.
    ///
    /// A cancel request hits whatever the server works on when it arrives. So nothing more is sent here, and the connection is closed.
    /// - Where the exchange is alone, that is at once. The place in the pool stays taken until the request has reached the server.
    /// - Where another waits behind it, the connection is closed after that one. Should the request hit that one after all, its
    ///   transaction was rolled back, and it is sent again elsewhere.
    /// - Where it waits behind another, it is left alone until that one is over.
    func abandon(_ pipelinedQuery: PipelinedQuery, _ error: any Error) {
        let step: Step = wire.withLock { wire in
            guard !wire.isClosed, let index = wire.inFlight.firstIndex(where: { $0.pipelinedQuery === pipelinedQuery }) else {
                return .none
            }
            guard wire.inFlight.count > 1 else { return .close(takeOver(&wire)) }
            wire.inFlight[index].isDropped = true
            wire.isRetiring = true
            guard index == 0 else { return .tell }
            for behind in wire.inFlight.indices.dropFirst() { wire.inFlight[behind].isEndangered = true }
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

    /// Where what waited behind another is wanted no more, and the server has come to it.
    private func abandonDropped() {
        let handle: ConnectionHandle? = wire.withLock { wire in
            guard !wire.isClosed, wire.inFlight.count == 1, wire.inFlight[0].isDropped else { return nil }
            return takeOver(&wire)
        }
        if let handle { cancelAndClose(handle) }
    }

    /// When what waits behind another gives up; nil where nothing does.
    var limitBehind: ContinuousClock.Instant? {
        wire.withLock { $0.inFlight.count > 1 && !$0.inFlight[1].isDropped ? $0.inFlight[1].limit : nil }
    }

    /// Gives up what waited for too long behind another.
    func giveUp(at now: ContinuousClock.Instant) {
        let overdue: PipelinedQuery? = wire.withLock { wire in
            guard wire.inFlight.count > 1, let limit = wire.inFlight[1].limit, limit <= now else { return nil }
            return wire.inFlight[1].pipelinedQuery
        }
        if let overdue { abandon(overdue, PostgresError.connectionLost("what was under way before took too long")) }
    }

    /// Closes it, and has the server stop what is under way.
    func breakOff() {
        let (handle, pipelinedQueries): (ConnectionHandle?, [PipelinedQuery]) = wire.withLock { wire in
            guard !wire.isClosed, !wire.inFlight.isEmpty else { return (nil, []) }
            let pipelinedQueries = wire.takeExchanges()
            return (takeOver(&wire), pipelinedQueries)
        }
        if let handle { cancelAndClose(handle) }
        pipelinedQueries.forEach { $0.finish(.failure(PostgresError.closed)) }
        close(.closed)
    }

    private func takeOver(_ wire: inout Wire) -> ConnectionHandle {
        retire(&wire)
        _ = wire.takeExchanges()
        return wire.handle
    }

    private func cancelAndClose(_ handle: ConnectionHandle) {
        let isStarted = DetachedThread.start {
            if let request = PQgetCancel(handle.pointer).map(CancelRequest.init) { request.send() }
            PQfinish(handle.pointer)
            self.scheduler.remove(self)
        }
        if !isStarted {
            // Then the server finds out by itself that nobody listens.
            PQfinish(handle.pointer)
            scheduler.remove(self)
        }
    }

    private func retire(_ wire: inout Wire) {
        wire.isClosed = true
        loop.unwatch(wire.socket, token: wire.token)
    }
}

/// What tells the server to stop what a connection works on.
///
/// `@unchecked`: libpq's object for that is never changed, and is made to be used by another thread than the connection.
private struct CancelRequest: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Sends it, and is of no use afterwards. Blocks until the server has taken it.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { _ = PQcancel(pointer, $0.baseAddress, 256) }
        free()
    }

    /// For one that is not sent.
    func free() { PQfreeCancel(pointer) }
}

extension PostgresError {
    /// What became of an exchange behind the one that this happened to.
    fileprivate var seenFromBehind: PostgresError {
        if case .closed = self { self } else { .connectionLost("\(self)") }
    }
}
