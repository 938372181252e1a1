import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Wants to know when its socket can be read, or written if it asked for that.
protocol Watched: AnyObject, Sendable {
    /// Called on the event loop's thread, which everybody shares: never blocks. Names the tasks to resume.
    func socketReady(_ resume: (Resumption) -> Void)
}

/// One thread that watches the sockets of all connections of the process.
final class EventLoop: Sendable {
    /// Names a registration; a late event of a closed socket finds nobody under it, even when its file descriptor is in use again.
    typealias Token = UInt64

    private struct Table {
        var watched: [Token: any Watched] = [:]
        var lastToken: Token = 0
    }

    private let poller: Poller
    private let table = Mutex(Table())

    private static let running = Mutex<EventLoop?>(nil)

    /// The process's loop, started by its first user. Throws `PostgresError.connectionFailed` when the system lacks descriptors or threads.
    static func shared() throws -> EventLoop {
        try running.withLock { running in
            if let running { return running }
            let loop = EventLoop(poller: try Poller())
            guard DetachedThread.start({ loop.run() }) else {
                throw PostgresError.connectionFailed("the system starts no thread")
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

    /// Watches for room to write too, or no longer.
    func watch(_ socket: Int32, token: Token, writing: Bool) {
        poller.modify(socket, token: token, writing: writing)
    }

    /// Stops watching; must come before the socket is closed.
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
            // Waking threads is dear, and cheaper for many tasks at once than for each.
            for resumption in resumptions { resumption.resume() }
            resumptions.removeAll(keepingCapacity: true)
        }
    }
}
