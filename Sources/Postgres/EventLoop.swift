import LibC
import Synchronization

/// An owner of a socket that the event loop watches.
protocol Watched: AnyObject, Sendable {
    /// Handles a socket that has become readable, or writable if the owner asked for that. This runs on the event
    /// loop's thread, which all connections share, so it must not block. It may run once more just after `unwatch`.
    /// - Parameter resume: resumes a task whose query is over, or collects it to be resumed later.
    func socketReady(_ resume: (Resumption) -> Void)
}

/// One thread that watches the sockets of all connections of the process.
///
/// It waits with poll(2), which every system has. Each wait looks at all sockets, and a pool has few (record 49).
final class EventLoop: Sendable {
    /// Identifies one registration of a socket. The number of the socket can't: libpq closes the socket of a broken
    /// connection by itself, and the system may give its number to a new connection before the old one is unwatched.
    typealias Token = UInt64

    private struct Registration {
        let token: Token
        let owner: any Watched
        var entry: pollfd
    }

    private struct Table {
        var registrations: [Registration] = []
        var lastToken: Token = 0
        /// Whether the registrations have changed since the thread copied them.
        var isChanged = false
        /// Whether the thread waits, or is about to. The next change must wake it.
        var isWaiting = false
    }

    private let table = Mutex(Table())
    private let alarm: WakePipe

    private static let running = Mutex<EventLoop?>(nil)

    /// Returns the process's event loop, and starts it at the first call.
    /// - Throws: `PostgresError.connectionFailed` if the system is out of file descriptors or threads.
    static func shared() throws -> EventLoop {
        try running.withLock { running in
            if let running { return running }
            let loop = EventLoop(alarm: try WakePipe())
            guard DetachedThread.start({ loop.run() }) else {
                throw PostgresError.connectionFailed("can't start a thread")
            }
            running = loop
            return loop
        }
    }

    private init(alarm: WakePipe) { self.alarm = alarm }

    /// Starts watching a socket for reading.
    func watch(_ socket: Int32, _ owner: any Watched) -> Token {
        change { table in
            table.lastToken += 1
            let entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            table.registrations.append(Registration(token: table.lastToken, owner: owner, entry: entry))
            return table.lastToken
        }
    }

    /// Starts or stops watching a registered socket for room to write.
    func watch(_ token: Token, writing: Bool) {
        change { table in
            guard let index = table.registrations.firstIndex(where: { $0.token == token }) else { return }
            table.registrations[index].entry.events = Int16(writing ? POLLIN | POLLOUT : POLLIN)
        }
    }

    /// Stops watching a socket. Call it before the socket is closed.
    func unwatch(_ token: Token) {
        change { table in table.registrations.removeAll { $0.token == token } }
    }

    private func change<Result: Sendable>(_ body: (inout Table) -> Result) -> Result {
        let (result, mustWake) = table.withLock { table in
            let wasWaiting = table.isWaiting
            (table.isChanged, table.isWaiting) = (true, false)
            return (body(&table), wasWaiting)
        }
        if mustWake { alarm.wake() }
        return result
    }

    private func run() {
        var owners: [any Watched] = []
        var entries = [alarm.entry]
        var resumptions: [Resumption] = []
        while true {
            table.withLock { table in
                if table.isChanged {
                    owners = table.registrations.map(\.owner)
                    entries = [alarm.entry] + table.registrations.map(\.entry)
                }
                (table.isChanged, table.isWaiting) = (false, true)
            }
            let count = poll(&entries, nfds_t(entries.count), -1)
            // What the owners change now needs no wake.
            table.withLock { $0.isWaiting = false }
            // If a signal ended the wait, the entries still hold the results of the wait before.
            guard count > 0 else { continue }
            if entries[0].revents != 0 { alarm.reset() }
            entries.withUnsafeBufferPointer { entries in
                for index in owners.indices where entries[index + 1].revents != 0 {
                    owners[index].socketReady { resumptions.append($0) }
                }
            }
            // The tasks are resumed together, because waking Swift's threads once costs less than waking them for each
            // task.
            for resumption in resumptions { resumption.resume() }
            resumptions.removeAll(keepingCapacity: true)
        }
    }
}

/// A pipe whose bytes end a wait of poll(2). It holds a byte for each call of `wake` since the last reset, which are so
/// few that writing never blocks.
private struct WakePipe: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PostgresError.connectionFailed(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    var entry: pollfd { pollfd(fd: reader, events: Int16(POLLIN), revents: 0) }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
    }

    /// Removes the bytes. Call it only if there is one, because it would wait for it.
    func reset() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = read(reader, $0.baseAddress, 64) }
    }
}
