import Foundation
import NIOCore
import Synchronization

#if canImport(Glibc)
    import CMalloc
#endif

/// Gives back what a crowd of connections took once most of it has left (rules.md 20.26). The allocator keeps what was freed in between
/// what is still used, as if the crowd came back at once.
final class SpareMemory: Sendable {
    private struct State {
        var open = 0
        /// Since memory was given back.
        var most = 0
        var isGiving = false
    }

    /// So many connections at once are a crowd: together some megabytes.
    static let crowd = 100

    private let state = Mutex(State())
    private let patience: TimeAmount
    private let giveBack: @Sendable () -> Void

    /// - Parameters:
    ///   - patience: how long the last of them may take to be gone altogether.
    ///   - giveBack: does it, in some tens of milliseconds, on a thread of its own.
    init(patience: TimeAmount = .seconds(5), giveBack: @escaping @Sendable () -> Void = SpareMemory.trim) {
        (self.patience, self.giveBack) = (patience, giveBack)
    }

    /// A connection was opened. Until it is closed it counts.
    func begin(_ eventLoop: any EventLoop, closed: EventLoopFuture<Void>) {
        open()
        closed.whenComplete { _ in
            guard self.close() else { return }
            eventLoop.scheduleTask(in: self.patience) { Thread.detachNewThread(self.give) }
        }
    }

    /// Counts one more that is open.
    func open() {
        state.withLock { state in
            state.open += 1
            state.most = max(state.most, state.open)
        }
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
