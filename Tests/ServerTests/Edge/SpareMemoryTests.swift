import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("rules.md 20.26: memory goes back when a crowd has left")
struct SpareMemoryTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.any()

    /// How often memory was given back.
    private final class Given: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    /// Opens so many connections.
    private func come(_ count: Int, _ memory: SpareMemory) -> [EventLoopPromise<Void>] {
        (0..<count).map { _ in
            let closed = loop.makePromise(of: Void.self)
            memory.begin(loop, closed: closed.futureResult)
            return closed
        }
    }

    /// Closes connections, to the end.
    private func leave(_ connections: some Sequence<EventLoopPromise<Void>>) async throws {
        for connection in connections { connection.succeed() }
        try await loop.submit {}.get()
    }

    @Test("Once half of a crowd has left, and not before; fewer are none")
    func crowd() {
        let memory = SpareMemory {}
        let few = SpareMemory.crowd - 1
        for _ in 0..<few { memory.open() }
        #expect((0..<few).map { _ in memory.close() }.allSatisfy { !$0 })
        for _ in 0..<SpareMemory.crowd { memory.open() }
        let left = (1...SpareMemory.crowd).filter { _ in memory.close() }
        #expect(left == [SpareMemory.crowd / 2])
    }

    @Test("The next crowd is one of its own")
    func again() async throws {
        let given = Given()
        let memory = SpareMemory(patience: .zero) { given.add() }
        for round in 1...3 {
            try await leave(come(SpareMemory.crowd, memory))
            try await eventually("memory is given back") { given.count == round }
        }
    }
}
