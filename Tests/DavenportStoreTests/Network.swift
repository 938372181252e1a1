import DavenportClient
import Foundation
import Synchronization
import TestSupport

/// The network between a device and the server. It loses requests and answers, delivers some twice, and lets something
/// in between answer in the server's place.
final class Network: Sendable {
    struct Gone: Error {}

    private struct State {
        var chance: SplitMix64
        var isDown = false
        /// The percentage of requests with a fault.
        var trouble = 12
        /// The server's last answer, which may be delivered to another request.
        var last: Transport.Response?
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(chance: SplitMix64(seed: seed)))
    }

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// From now on, delivers every request and answer once.
    func heal() {
        state.withLock {
            $0.isDown = false
            $0.trouble = 0
        }
    }

    private enum Fate {
        case none, unreachable, lost, doubled
        /// This answers in the server's place, before or after the request has arrived.
        case foreign(Transport.Response, arrives: Bool)
    }

    /// Returns a transport that sends over this network to another one.
    func over(_ transport: Transport) -> Transport {
        Transport { [self] request in
            switch fate() {
            case .unreachable: throw Gone()
            case .lost:
                _ = try await transport.send(request)
                throw Gone()
            case .doubled:
                _ = try await transport.send(request)
                return try await answer(to: request, transport)
            case .foreign(let response, let arrives):
                if arrives { _ = try await transport.send(request) }
                return response
            case .none: return try await answer(to: request, transport)
            }
        }
    }

    private func answer(to request: Transport.Request, _ transport: Transport) async throws -> Transport.Response {
        let response = try await transport.send(request)
        state.withLock { $0.last = response }
        return response
    }

    private func fate() -> Fate {
        state.withLock { state in
            if state.isDown { return .unreachable }
            guard Int.random(in: 0..<100, using: &state.chance) < state.trouble else { return .none }
            let lie = (Lie.allCases.map(\.response) + [state.last].compactMap { $0 }).randomElement(using: &state.chance)
            let foreign = lie.map { Fate.foreign($0, arrives: Bool.random(using: &state.chance)) }
            return ([.unreachable, .lost, .doubled] + [foreign, foreign].compactMap { $0 }).randomElement(using: &state.chance) ?? .none
        }
    }
}
