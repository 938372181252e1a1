import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("rule 20.26: memory is released after a burst of connections")
struct MemoryTrimmerTests {
    /// Counts the releases.
    private final class Given: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    /// Shows rule 20.26.
    @Test("Memory is released once half of a burst has closed, and not before; a few connections are no burst")
    func smallestPeak() {
        let memory = MemoryTrimmer {}
        let few = MemoryTrimmer.smallestPeak - 1
        for _ in 0..<few { memory.enter() }
        #expect((0..<few).map { _ in memory.close() }.allSatisfy { !$0 })
        for _ in 0..<MemoryTrimmer.smallestPeak { memory.enter() }
        let left = (1...MemoryTrimmer.smallestPeak).filter { _ in memory.close() }
        #expect(left == [MemoryTrimmer.smallestPeak / 2])
    }

    /// Shows rule 20.26.
    @Test("The next burst counts separately")
    func again() async throws {
        let given = Given()
        let memory = MemoryTrimmer(waitLimit: .nanoseconds(0)) { given.add() }
        for round in 1...3 {
            for _ in 0..<MemoryTrimmer.smallestPeak { memory.enter() }
            for _ in 0..<MemoryTrimmer.smallestPeak { memory.leave() }
            try await eventually("memory is given back") { given.count == round }
        }
    }
}
