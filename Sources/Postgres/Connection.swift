import CLibPQ
import Logging
import Synchronization

/// One connection in pipeline mode. Whoever sends writes to the socket itself; the event loop's thread reads, hands the rows to the waiting
/// task and the connection to the next one in line.
final class Connection: Watched {
    enum Sending {
        case sent
        /// Nobody waits for the exchange any more.
        case unwanted
        /// The connection was closed before; nothing was sent.
        case closed
    }

    private let switchboard: Switchboard
    private let loop: EventLoop
    private let wire: Mutex<Wire>
    /// From then on it is closed when it becomes free.
    let expiry: ContinuousClock.Instant

    /// Takes over the handle, or throws and closes it.
    init(_ handle: ConnectionHandle, switchboard: Switchboard, expiry: ContinuousClock.Instant) throws {
        do {
            loop = try EventLoop.shared()
            guard PQenterPipelineMode(handle.pointer) == 1 else { throw PostgresError.connectionFailed(handle.errorMessage) }
        } catch {
            PQfinish(handle.pointer)
            throw error
        }
        self.switchboard = switchboard
        self.expiry = expiry
        wire = Mutex(Wire(handle, statementCache: switchboard.configuration.statementCache))
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
    func send(_ exchange: Exchange) -> Sending {
        let (sending, error): (Sending, PostgresError?) = wire.withLock { wire in
            guard !wire.isClosed else { return (.closed, nil) }
            guard exchange.claim(for: self) else { return (.unwanted, nil) }
            guard wire.send(exchange), flush(&wire) else { return (.sent, .connectionLost(wire.handle.errorMessage)) }
            return (.sent, nil)
        }
        if let error {
            close(error)
            exchange.finish(.failure(error))
        }
        return sending
    }

    func socketReady() -> Resumption? {
        let reception: Wire.Reception = wire.withLock { wire in
            guard !wire.isClosed else { return .unfinished }
            let reception = wire.receive()
            let isFlushed = !wire.isWriting || flush(&wire)
            if case .unfinished = reception, !isFlushed { return .broken(.connectionLost(wire.handle.errorMessage)) }
            return reception
        }
        switch reception {
        case .unfinished: return nil
        case .finished(let exchange, let result, let isReusable): return finish(exchange, result, isReusable: isReusable)
        case .broken(let error):
            switchboard.logger.debug("a connection to PostgreSQL was lost", metadata: ["error": "\(error)"])
            close(error)
            return nil
        }
    }

    /// Passes the connection on before the task wakes, so that the server isn't idle meanwhile.
    private func finish(_ exchange: Exchange, _ result: Result<[Rows], any Error>, isReusable: Bool) -> Resumption? {
        if exchange.keepsConnection { return exchange.end(result, keeping: self) }
        if isReusable {
            switchboard.release(self)
        } else {
            close(.closed)
        }
        return exchange.end(result)
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

    /// Closes it, once; the task of an exchange under way gets the error.
    func close(_ error: PostgresError) {
        let (isFirst, exchange): (Bool, Exchange?) = wire.withLock { wire in
            guard !wire.isClosed else { return (false, nil) }
            retire(&wire)
            PQfinish(wire.handle.pointer)
            return (true, wire.takeExchange())
        }
        guard isFirst else { return }
        switchboard.remove(self)
        exchange?.finish(.failure(error))
    }

    /// Closes it because the exchange's task was cancelled, and has the server stop working on it. The place in the pool stays taken until
    /// the cancel request has reached the server: it can't hit anybody else, since no other exchange was or will be sent here.
    func abandon(_ exchange: Exchange) {
        interrupt(CancellationError()) { $0 === exchange }
    }

    /// Closes it, and has the server stop what is under way.
    func breakOff() {
        interrupt(PostgresError.closed) { _ in true }
        close(.closed)
    }

    private func interrupt(_ error: any Error, if isMeant: (Exchange) -> Bool) {
        let interrupted: (handle: ConnectionHandle, exchange: Exchange)? = wire.withLock { wire in
            guard !wire.isClosed, let exchange = wire.exchange, isMeant(exchange) else { return nil }
            retire(&wire)
            _ = wire.takeExchange()
            return (wire.handle, exchange)
        }
        guard let (handle, exchange) = interrupted else { return }
        let isStarted = DetachedThread.start {
            Self.cancel(handle)
            self.switchboard.remove(self)
        }
        if !isStarted {
            // Then the server finds out by itself that nobody listens.
            PQfinish(handle.pointer)
            switchboard.remove(self)
        }
        exchange.finish(.failure(error))
    }

    private func retire(_ wire: inout Wire) {
        wire.isClosed = true
        loop.unwatch(wire.socket, token: wire.token)
    }

    /// Blocks until the server has taken the request.
    private static func cancel(_ handle: ConnectionHandle) {
        if let request = PQgetCancel(handle.pointer) {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { _ = PQcancel(request, $0.baseAddress, 256) }
            PQfreeCancel(request)
        }
        PQfinish(handle.pointer)
    }
}
