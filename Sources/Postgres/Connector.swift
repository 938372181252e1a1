import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pointer to one of libpq's objects.
///
/// `@unchecked Sendable`: libpq lets any thread use an object as long as only one does at a time. The owner of a `PGconn`
/// guards it with a lock, and a `PGcancel` is used once.
struct LibPQPointer: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

/// A libpq connection, a `PGconn`.
struct ConnectionHandle: Sendable {
    private let object: LibPQPointer

    init(_ pointer: OpaquePointer) { object = LibPQPointer(pointer) }

    var pointer: OpaquePointer { object.pointer }

    var errorMessage: String {
        let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
        let lines = message.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.isEmpty ? "the server closed the connection" : lines.joined(separator: "; ")
    }
}

/// Opens connections. It blocks its thread, because libpq resolves host names synchronously, and because TLS and
/// SCRAM compute for milliseconds during which the event loop would serve no connection.
enum Connector {
    /// Opens a connection and sets it to non-blocking mode.
    static func connect(_ settings: ConnectionSettings) throws -> ConnectionHandle {
        guard let pointer = start(settings) else { throw PostgresError.connectionFailed("out of memory") }
        let handle = ConnectionHandle(pointer)
        do {
            try finish(handle, deadline: .now + settings.timeout)
        } catch {
            PQfinish(pointer)
            throw error
        }
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
        PQsetnonblocking(pointer, 1)
        return handle
    }

    private static func start(_ settings: ConnectionSettings) -> OpaquePointer? {
        let names = settings.keywords.map { strdup($0.name) }
        let values = settings.keywords.map { strdup($0.value) }
        defer { (names + values).forEach { free($0) } }
        let namePointers = names.map { UnsafePointer($0) } + [nil]
        let valuePointers = values.map { UnsafePointer($0) } + [nil]
        return PQconnectStartParams(namePointers, valuePointers, 1)
    }

    private static func finish(_ handle: ConnectionHandle, deadline: ContinuousClock.Instant) throws {
        var next = PQstatus(handle.pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw PostgresError.connectionFailed(handle.errorMessage) }
            try wait(PQsocket(handle.pointer), for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline)
            next = PQconnectPoll(handle.pointer)
        }
    }

    private static func wait(_ socket: Int32, for event: Int32, until deadline: ContinuousClock.Instant) throws {
        var waiting = pollfd(fd: socket, events: Int16(event), revents: 0)
        while true {
            let left = (deadline - .now).milliseconds
            guard left > 0 else { throw PostgresError.connectionFailed("no answer in time") }
            if poll(&waiting, 1, Int32(clamping: left)) > 0 { return }
        }
    }
}
