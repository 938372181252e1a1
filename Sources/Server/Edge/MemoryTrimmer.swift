import CMalloc
import Foundation
import Synchronization

/// Returns free memory to the system when the number of open connections or requests has fallen to half of its peak
/// (rule 20.26). By default the allocator keeps free memory that lies between allocations in use.
final class MemoryTrimmer: Sendable {
    private struct State {
        var open = 0
        /// The peak: the most that were open at once since memory was last returned.
        var most = 0
        var isGiving = false
    }

    /// The lowest peak after which it is worth returning memory. So many connections or requests hold some megabytes.
    static let smallestPeak = 100

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

    /// Counts a connection or request that has ended. If the number has fallen to half of its peak, it schedules the
    /// return of memory.
    func leave() {
        guard close() else { return }
        Self.queue.asyncAfter(deadline: .now() + waitLimit) { self.give() }
    }

    /// Counts a connection or request that has ended, without returning memory.
    /// - Returns: whether the number has fallen to half of its peak. It is true once per peak.
    func close() -> Bool {
        state.withLock { state in
            state.open -= 1
            guard state.most >= Self.smallestPeak, state.open <= state.most / 2, !state.isGiving else { return false }
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
