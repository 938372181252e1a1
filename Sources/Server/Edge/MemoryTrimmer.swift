import CMalloc
import Foundation
import Synchronization

/// Returns free memory to the system after half of a crowd of connections or requests has ended (rule 20.26). By
/// default the allocator keeps free memory that lies between allocations in use.
final class MemoryTrimmer: Sendable {
    private struct State {
        var open = 0
        /// The most that were open at once since memory was last returned.
        var most = 0
        var isGiving = false
    }

    /// The number of connections or requests from which it is worth returning memory. Together they hold some
    /// megabytes.
    static let crowd = 100

    private let state = Mutex(State())
    private let waitLimit: DispatchTimeInterval
    private let giveBack: @Sendable () -> Void

    private static let queue = DispatchQueue(label: "memory trimmer", qos: .utility)

    /// - Parameters:
    ///   - waitLimit: the time that the ended connections or requests get to release their memory.
    ///   - giveBack: returns the memory. It takes tens of milliseconds, on a thread of its own.
    init(waitLimit: DispatchTimeInterval = .seconds(5), giveBack: @escaping @Sendable () -> Void = MemoryTrimmer.trim) {
        (self.waitLimit, self.giveBack) = (waitLimit, giveBack)
    }

    /// Counts a connection or request that begins.
    func enter() {
        state.withLock { state in
            state.open += 1
            state.most = max(state.most, state.open)
        }
    }

    /// Counts a connection or request that has ended. If at least half of a crowd have ended, it schedules the return
    /// of memory.
    func leave() {
        guard close() else { return }
        Self.queue.asyncAfter(deadline: .now() + waitLimit) { self.give() }
    }

    /// Counts a connection or request that has ended, without returning memory.
    /// - Returns: whether at least half of a crowd have now ended. It is true once per crowd.
    func close() -> Bool {
        state.withLock { state in
            state.open -= 1
            guard state.most >= Self.crowd, state.open <= state.most / 2, !state.isGiving else { return false }
            state.isGiving = true
            return true
        }
    }

    private func give() {
        // A later decrease counts from here.
        state.withLock { ($0.most, $0.isGiving) = ($0.open, false) }
        giveBack()
    }

    /// Returns free memory to the system. Allocators other than glibc's do that by themselves.
    static func trim() { malloc_trim(0) }
}
