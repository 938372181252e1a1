import Domain
import NIOCore
import Synchronization

/// Tracks the server's open connections, and closes idle ones to make room for new ones (rules 20.28 and 20.29).
final class ConnectionTable: Sendable {
    private struct State {
        var connections: OpenConnections<ObjectIdentifier, ClientAddress>
        var closers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: the limits on the number of connections.
    ///   - isDirect: whether clients connect directly. A proxy has connections for many clients, so behind one there
    ///     is no limit per address.
    init(_ limits: EdgeLimits, isDirect: Bool) {
        let share = isDirect ? limits.connectionsOfAddress : Int.max
        state = Mutex(State(connections: OpenConnections(limit: limits.connectionsBeforeClosingIdle, share: share)))
    }

    /// Adds a new, idle connection, and closes others to make room.
    /// - Parameter closeIfIdle: closes the connection unless it has become busy by then. Called on any thread.
    func open(_ channel: any Channel, closeIfIdle: @escaping @Sendable () -> Void) {
        let (id, owner) = (ObjectIdentifier(channel), channel.remoteAddress?.withSockAddr { address, _ in ClientAddress(address) })
        let closing = state.withLock { state in
            state.closers[id] = closeIfIdle
            return state.connections.open(id, of: owner ?? .unknown).compactMap { state.closers[$0] }
        }
        for close in closing { close() }
    }

    /// Records whether the connection is idle. If it has become idle while the server has too many connections, idle
    /// ones are closed.
    func note(_ channel: any Channel, isIdle: Bool) {
        let id = ObjectIdentifier(channel)
        let closing: [@Sendable () -> Void] = state.withLock { state in
            guard isIdle else {
                state.connections.begin(id)
                return []
            }
            return state.connections.end(id).compactMap { state.closers[$0] }
        }
        for close in closing { close() }
    }

    /// Removes a closed connection.
    func close(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { state in
            state.closers[id] = nil
            state.connections.close(id)
        }
    }
}
