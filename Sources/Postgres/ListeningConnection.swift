import CLibPQ
import Synchronization

/// The connection of a `Listener`.
final class ListeningConnection: Watched {
    private struct State: Sendable {
        let handle: ConnectionHandle
        var token: EventLoop.Token = 0
        var isListening = false
        /// The reason why the connection was closed, or nil while it is open.
        var end: PostgresError?
        var waiter: CheckedContinuation<PostgresError, Never>?
    }

    private let loop: EventLoop
    private let state: Mutex<State>
    private let yield: @Sendable (Listener.Event) -> Void

    /// Connects on a thread outside Swift's pool and sends `LISTEN`.
    static func open(
        _ settings: ConnectionSettings, channels: [String], yield: @escaping @Sendable (Listener.Event) -> Void
    ) async throws -> ListeningConnection {
        try await withCheckedThrowingContinuation { continuation in
            let isStarted = DetachedThread.start {
                continuation.resume(with: Result { try ListeningConnection(settings, channels, yield) })
            }
            if !isStarted { continuation.resume(throwing: PostgresError.connectionFailed("can't start a thread")) }
        }
    }

    private init(_ settings: ConnectionSettings, _ channels: [String], _ yield: @escaping @Sendable (Listener.Event) -> Void) throws {
        loop = try EventLoop.shared()
        let handle = try Connector.connect(settings)
        state = Mutex(State(handle: handle))
        self.yield = yield
        let statement = channels.map { "LISTEN \(Self.quoted($0))" }.joined(separator: "; ")
        do {
            guard PQsendQuery(handle.pointer, statement) == 1 else { throw PostgresError.connectionFailed(handle.errorMessage) }
            state.withLock { $0.token = loop.watch(PQsocket(handle.pointer), self) }
        } catch {
            PQfinish(handle.pointer)
            throw error
        }
    }

    private static func quoted(_ channel: String) -> String {
        "\"\(channel.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// Waits until the connection ends, and returns the reason.
    func end() async -> PostgresError {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiter = continuation }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// Whether the server has confirmed `LISTEN`.
    var hasListened: Bool { state.withLock { $0.isListening } }

    func close(_ error: PostgresError) {
        let waiter = state.withLock { state -> CheckedContinuation<PostgresError, Never>? in
            guard state.end == nil else { return nil }
            state.end = error
            loop.unwatch(state.token)
            PQfinish(state.handle.pointer)
            return state.waiter.take()
        }
        waiter?.resume(returning: error)
    }

    func socketReady(_ resume: (Resumption) -> Void) {
        let (events, error) = state.withLock { state in
            state.end == nil ? Self.read(&state) : ([], nil)
        }
        events.forEach(yield)
        if let error { close(error) }
    }

    private static func read(_ state: inout State) -> ([Listener.Event], PostgresError?) {
        let handle = state.handle
        guard PQconsumeInput(handle.pointer) == 1 else { return ([], .connectionLost(handle.errorMessage)) }
        var events: [Listener.Event] = []
        while !state.isListening, PQisBusy(handle.pointer) == 0 {
            guard let result = PQgetResult(handle.pointer) else {
                state.isListening = true
                events.append(.reconnected)
                break
            }
            defer { PQclear(result) }
            if let error = ServerError(result, statement: "LISTEN") { return ([], .server(error)) }
        }
        while let notification = PQnotifies(handle.pointer) {
            defer { PQfreemem(notification) }
            let (channel, payload) = (String(cString: notification.pointee.relname), String(cString: notification.pointee.extra))
            events.append(.notification(channel: channel, payload: payload))
        }
        return (events, nil)
    }
}
