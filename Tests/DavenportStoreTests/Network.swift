import DavenportClient
import Foundation
import Synchronization
import TestSupport

/// What lies between a device and the server: it loses requests and answers, and brings some twice.
final class Network: Sendable {
    struct Gone: Error {}

    private struct State {
        var chance: SplitMix64
        var isDown = false
        /// Of a hundred requests so many meet with something.
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

    /// From now on everything arrives once, and is answered.
    func heal() {
        state.withLock {
            $0.isDown = false
            $0.trouble = 0
        }
    }

    private enum Fate {
        case none, unreachable, lost, doubled
    }

    /// A transport over another one.
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
