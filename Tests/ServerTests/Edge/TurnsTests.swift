import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rules.md 20: one person's requests don't take the place of others'")
struct TurnsTests {
    private let ada = UUID()
    private let bea = UUID()

    @Test("Beyond four at once the rest waits, in order; another person's are not held up")
    func fifth() async throws {
        let (turns, gate, began) = (Turns(), Gate(), Began())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...7 {
                group.addTask {
                    try await turns.take(ada) {
                        began.add(number)
                        await gate.wait()
                    }
                }
                try await eventually("\(number) have come") {
                    began.numbers.count == min(number, 4) && turns.waitingCount == max(number - 4, 0)
                }
            }
            #expect(try await turns.take(bea) { 7 } == 7)
            gate.open()
            try await group.waitForAll()
        }
        #expect(began.numbers == Array(1...7))
        #expect(try await turns.take(ada) { true })
    }

    @Test("Who gives up waiting leaves the line, and the others move up")
    func cancelled() async throws {
        let (turns, gate) = (Turns(), Gate())
        let running = (1...4).map { _ in Task { try await turns.take(ada) { await gate.wait() } } }
        try await eventually("four have begun") { gate.waitingCount == 4 }
        let first = Task { try await turns.take(ada) {} }
        try await eventually("one waits") { turns.waitingCount == 1 }
        let second = Task { try await turns.take(ada) {} }
        try await eventually("two wait") { turns.waitingCount == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        try await second.value
        for task in running { try await task.value }
        #expect(turns.waitingCount == 0)
    }
}

/// Notes who has begun, in order.
private final class Began: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func add(_ number: Int) { state.withLock { $0.append(number) } }
}

/// Holds everybody until it is opened.
private final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
