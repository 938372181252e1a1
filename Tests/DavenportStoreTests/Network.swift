import DavenportClient
import Foundation
import Synchronization
import TestSupport

/// The network between a device and the server. It loses requests and answers, and delivers some twice.
final class Network: Sendable {
    struct Gone: Error {}

    private struct State {
        var chance: SplitMix64
        var isDown = false
        /// The percentage of requests with a fault.
        var trouble = 12
        var held: [Transport.Request] = []
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
                return try await transport.send(request)
            case .none: return try await transport.send(request)
            }
        }
    }

    private func fate() -> Fate {
        state.withLock { state in
            if state.isDown { return .unreachable }
            guard Int.random(in: 0..<100, using: &state.chance) < state.trouble else { return .none }
            return [.unreachable, .lost, .doubled].randomElement(using: &state.chance) ?? .none
        }
    }
}
