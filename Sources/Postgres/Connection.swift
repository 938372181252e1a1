import CLibPQ
import Logging
import Synchronization

/// One connection to PostgreSQL, in libpq's pipeline mode.
///
/// The sending task writes to the socket itself. The event loop's thread reads the answers and reports each one to the
/// `ConnectionScheduler`.
final class Connection: Watched {
    typealias Event = PoolStateMachine.Event

    private let id: ConnectionID
    private let scheduler: ConnectionScheduler
    private let loop: EventLoop
    private let wire: Mutex<Wire>

    /// Takes ownership of the `PGconn`. If the initializer throws, it has closed the `PGconn`.
    init(_ handle: ConnectionHandle, _ id: ConnectionID, scheduler: ConnectionScheduler) throws {
        do {
            loop = try EventLoop.shared()
            guard PQenterPipelineMode(handle.pointer) == 1 else { throw PostgresError.connectionFailed(handle.errorMessage) }
        } catch {
            PQfinish(handle.pointer)
            throw error
        }
        self.id = id
        self.scheduler = scheduler
        wire = Mutex(Wire(handle, scheduler.configuration))
    }

    /// Registers the socket with the event loop.
    func open() {
        wire.withLock { $0.token = loop.watch(PQsocket($0.handle.pointer), self) }
    }

    /// Sends a query, and returns the event for the scheduler: `sent`, `refused` if the connection was already closed,
    /// or `closed` if it breaks now.
    func send(_ query: PipelinedQuery) -> Event {
        wire.withLock { wire in
            guard !wire.isClosed else { return .refused(query, by: id) }
            guard wire.send(query), flush(&wire) else { return close(&wire, .connectionLost(wire.handle.errorMessage)) }
            return .sent(query, on: id, allowsPipelining: wire.allowsPipelining)
        }
    }

    func socketReady(_ resume: (Resumption) -> Void) {
        guard let isAlive = wire.withLock({ $0.isClosed ? nil : $0.read() }) else { return }
        // The answer to the next query may have arrived together with this one's, and the socket won't signal it
        // again.
        while let event = wire.withLock({ $0.isClosed ? nil : receive(&$0, isAlive: isAlive) }) {
            if case .closed(_, let error, _) = event {
                scheduler.logger.debug("a connection to PostgreSQL was lost", metadata: ["error": "\(error)"])
            }
            scheduler.handle(event, resume: resume)
        }
    }

    private func receive(_ wire: inout Wire, isAlive: Bool) -> Event? {
        let reception = wire.receive(isAlive: isAlive)
        let isFlushed = !wire.isWriting || flush(&wire)
        switch reception {
        case .finished(let query, let report): return .answered(query, on: id, report)
        case .broken(let error): return close(&wire, error)
        case .unfinished: return isFlushed ? nil : close(&wire, .connectionLost(wire.handle.errorMessage))
        }
    }

    /// Writes buffered bytes to the socket. While some bytes are left, the event loop watches the socket for room to
    /// write. Returns false if the connection is broken.
    private func flush(_ wire: inout Wire) -> Bool {
        let left = PQflush(wire.handle.pointer)
        if (left == 1) != wire.isWriting {
            wire.isWriting = left == 1
            loop.watch(wire.token, writing: wire.isWriting)
        }
        return left >= 0
    }

    // MARK: Closing

    /// Closes the connection, unless it is already closed.
    func close(_ error: PostgresError) {
        if let event = wire.withLock({ $0.isClosed ? nil : close(&$0, error) }) { scheduler.handle(event) }
    }

    private func close(_ wire: inout Wire, _ error: PostgresError) -> Event {
        retire(&wire)
        PQfinish(wire.handle.pointer)
        return .closed(id, error, unanswered: wire.takeQueries())
    }

    /// Cancels the query that the server runs for the connection, and closes the connection.
    func cancelAndClose() {
        let handle: ConnectionHandle? = wire.withLock { wire in
            guard !wire.isClosed else { return nil }
            retire(&wire)
            return wire.handle
        }
        guard let handle else { return }
        // The scheduler ignores the second of these events.
        let report: @Sendable () -> Void = { [scheduler, id] in scheduler.handle(.closed(id, .closed, unanswered: [])) }
        let isStarted = DetachedThread.start {
            // A pooler forgets the query of a closed connection, so the connection is closed last.
            CancelRequest(handle)?.send()
            PQfinish(handle.pointer)
            report()
        }
        guard isStarted else {
            // Without a thread no cancel request is sent, but the server notices the closed connection by itself.
            PQfinish(handle.pointer)
            return report()
        }
        Task {
            try? await Task.sleep(for: PoolConfiguration.cancelLimit)
            report()
        }
    }

    /// Cancels the query that the server runs for the connection, and keeps the connection open.
    func interrupt() {
        guard let request = wire.withLock({ $0.isClosed ? nil : CancelRequest($0.handle) }) else { return }
        _ = DetachedThread.start { request.send() }
    }

    private func retire(_ wire: inout Wire) {
        wire.isClosed = true
        loop.unwatch(wire.token)
    }
}

/// A request that asks the server to cancel the query that a connection runs. libpq allows another thread than the
/// connection's to send it.
private final class CancelRequest: Sendable {
    private let handle: LibPQPointer

    init?(_ connection: ConnectionHandle) {
        guard let pointer = PQgetCancel(connection.pointer) else { return nil }
        handle = LibPQPointer(pointer)
    }

    deinit { PQfreeCancel(handle.pointer) }

    /// Sends the request. Blocks until the server has received it.
    func send() {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { _ = PQcancel(handle.pointer, $0.baseAddress, 256) }
    }
}
