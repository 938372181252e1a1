import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An owner of a socket that the event loop watches.
protocol Watched: AnyObject, Sendable {
    /// Handles a socket that has become readable, or writable if the owner asked for that. This runs on the event
    /// loop's thread, which all connections share, so it must not block.
    /// - Parameter resume: resumes a task whose query is over, or collects it to be resumed later.
    func socketReady(_ resume: (Resumption) -> Void)
}

/// One thread that watches the sockets of all connections of the process.
final class EventLoop: Sendable {
    /// Identifies one registration of a socket. The system may give the number of a closed socket to a new socket. A
    /// late event of the closed socket has the old token, so it isn't mistaken for an event of the new socket.
    typealias Token = UInt64

    private struct Table {
        var watched: [Token: any Watched] = [:]
        var lastToken: Token = 0
    }

    private let poller: Poller
    private let table = Mutex(Table())

    private static let running = Mutex<EventLoop?>(nil)

    /// Returns the process's event loop, and starts it at the first call.
    /// - Throws: `PostgresError.connectionFailed` if the system is out of file descriptors or threads.
    static func shared() throws -> EventLoop {
        try running.withLock { running in
            if let running { return running }
            let loop = EventLoop(poller: try Poller())
            guard DetachedThread.start({ loop.run() }) else {
                throw PostgresError.connectionFailed("can't start a thread")
            }
            running = loop
            return loop
        }
    }

    private init(poller: Poller) { self.poller = poller }

    /// Starts watching a socket for reading.
    func watch(_ socket: Int32, _ watched: any Watched) throws -> Token {
        let token = table.withLock { table in
            table.lastToken += 1
            table.watched[table.lastToken] = watched
            return table.lastToken
        }
        do {
            try poller.add(socket, token: token)
        } catch {
            table.withLock { _ = $0.watched.removeValue(forKey: token) }
            throw error
        }
        return token
    }

    /// Starts or stops watching a registered socket for room to write.
    func watch(_ socket: Int32, token: Token, writing: Bool) {
        poller.modify(socket, token: token, writing: writing)
    }

    /// Stops watching a socket. Call it before the socket is closed.
    func unwatch(_ socket: Int32, token: Token) {
        poller.remove(socket)
        table.withLock { _ = $0.watched.removeValue(forKey: token) }
    }

    private func run() {
        var resumptions: [Resumption] = []
        while true {
            poller.wait { token in
                table.withLock { $0.watched[token] }?.socketReady { resumptions.append($0) }
            }
            // The tasks are resumed together, because waking Swift's threads once costs less than waking them for each
            // task.
            for resumption in resumptions { resumption.resume() }
            resumptions.removeAll(keepingCapacity: true)
        }
    }
}
