import CLibPQ
import LibC
import Synchronization

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

    init(_ pointer: OpaquePointer) {
        object = LibPQPointer(pointer)
        // libpq would write the server's notices to standard error, between the lines of the log.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    }

    var pointer: OpaquePointer { object.pointer }

    var errorMessage: String {
        let message = PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
        let lines = message.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.isEmpty ? "the server closed the connection" : lines.joined(separator: "; ")
    }
}

/// What the server's notices say about a connection's last commits.
///
/// If a commit is cancelled while it waits for a synchronous standby, PostgreSQL reports success and a warning: the transaction is
/// committed on the primary alone, and a failover may lose it.
final class CommitNotices: Sendable {
    private let isUnreplicated = Atomic(false)

    /// Whether a commit wasn't confirmed by the standby.
    var sawUnreplicatedCommit: Bool { isUnreplicated.load(ordering: .relaxed) }

    /// Takes the notices of a connection, which must not be used after this object is gone.
    func attach(to handle: ConnectionHandle) {
        PQsetNoticeReceiver(
            handle.pointer,
            { notices, notice in
                // The server's message is translated, so the name of its function identifies the warning.
                guard let notices, let routine = PQresultErrorField(notice, Int32(UInt8(ascii: "R"))),
                    strcmp(routine, "SyncRepWaitForLSN") == 0
                else { return }
                Unmanaged<CommitNotices>.fromOpaque(notices).takeUnretainedValue().isUnreplicated.store(true, ordering: .relaxed)
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Opens connections. It blocks its thread, because libpq resolves host names synchronously, and because TLS and
/// SCRAM compute for milliseconds during which the event loop would serve no connection.
enum Connector {
    /// Opens a connection and sets it to non-blocking mode. If the settings name several hosts, libpq tries them in turn, each
    /// for at most the time of the keyword `connect_timeout`.
    static func connect(_ settings: ConnectionSettings) throws -> ConnectionHandle {
        guard let pointer = open(settings) else { throw PostgresError.connectionFailed("out of memory") }
        let handle = ConnectionHandle(pointer)
        guard PQstatus(pointer) == CONNECTION_OK else {
            defer { PQfinish(pointer) }
            throw PostgresError.connectionFailed(handle.errorMessage)
        }
        PQsetnonblocking(pointer, 1)
        return handle
    }

    private static func open(_ settings: ConnectionSettings) -> OpaquePointer? {
        let names = settings.keywords.map { strdup($0.name) }
        let values = settings.keywords.map { strdup($0.value) }
        defer { (names + values).forEach { free($0) } }
        let namePointers = names.map { UnsafePointer($0) } + [nil]
        let valuePointers = values.map { UnsafePointer($0) } + [nil]
        return PQconnectdbParams(namePointers, valuePointers, 1)
    }
}
