import Domain
import NIOCore
import Synchronization

/// The server's open connections, from which those are closed that hold the place of a new one (rules 20).
final class ConnectionTable: Sendable {
    private struct State {
        var connections: OpenConnections<ObjectIdentifier, ClientAddress>
        var closers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - limits: how many connections there may be.
    ///   - isDirect: whether a connection's other end is the client. Where it is a proxy, which has connections for many, it has no share.
    init(_ limits: EdgeLimits, isDirect: Bool) {
        let share = isDirect ? limits.connectionsOfAddress : Int.max
        state = Mutex(State(connections: OpenConnections(limit: limits.connectionsBeforeRoom, share: share)))
    }

    /// Adds a connection, which is idle, and has others closed where that makes room.
    /// - Parameter closeIfIdle: closes the connection on which no request is under way by then. Called on any thread.
    func open(_ channel: any Channel, closeIfIdle: @escaping @Sendable () -> Void) {
        let (id, owner) = (ObjectIdentifier(channel), channel.remoteAddress?.withSockAddr { address, _ in ClientAddress(address) })
        let closing = state.withLock { state in
            state.closers[id] = closeIfIdle
            return state.connections.open(id, of: owner ?? .unknown).compactMap { state.closers[$0] }
        }
        for close in closing { close() }
    }

    /// Notes whether a request is under way on the connection. Where one has ended and the server is full, idle connections are closed.
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

    /// Forgets a connection that is closed.
    func close(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { state in
            state.closers[id] = nil
            state.connections.close(id)
        }
    }
}
