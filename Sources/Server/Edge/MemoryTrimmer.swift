import Foundation
import Synchronization

#if canImport(Glibc)
    import CMalloc
#endif

/// Gives back what a crowd of connections or requests took once most of it has left (rule 20.26). The allocator keeps what was freed
/// in between what is still used, as if the crowd came back at once.
final class MemoryTrimmer: Sendable {
    private struct State {
        var open = 0
        /// Since memory was given back.
        var most = 0
        var isGiving = false
    }

    /// So many at once are a crowd: together some megabytes.
    static let crowd = 100

    private let state = Mutex(State())
    private let waitLimit: DispatchTimeInterval
    private let giveBack: @Sendable () -> Void

    private static let queue = DispatchQueue(label: "spare memory", qos: .utility)

    /// - Parameters:
    ///   - patience: how long the last of them may take to be gone altogether.
    ///   - giveBack: does it, in some tens of milliseconds, on a thread that nobody waits for.
    init(waitLimit: DispatchTimeInterval = .seconds(5), giveBack: @escaping @Sendable () -> Void = MemoryTrimmer.trim) {
        (self.waitLimit, self.giveBack) = (waitLimit, giveBack)
    }

    /// One more has come.
    func enter() {
        state.withLock { state in
            state.open += 1
            state.most = max(state.most, state.open)
        }
    }

    /// One has left.
    func leave() {
        guard close() else { return }
        Self.queue.asyncAfter(deadline: .now() + waitLimit) { self.give() }
    }

    /// Counts one less.
    /// - Returns: whether with it most of a crowd has left; once for each.
    func close() -> Bool {
        state.withLock { state in
            state.open -= 1
            guard state.most >= Self.crowd, state.open <= state.most / 2, !state.isGiving else { return false }
            state.isGiving = true
            return true
        }
    }

    private func give() {
        // Who leaves from now on leaves again.
        state.withLock { ($0.most, $0.isGiving) = ($0.open, false) }
        giveBack()
    }

    /// Elsewhere than under glibc the allocator gives back by itself.
    static func trim() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
