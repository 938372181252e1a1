import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Secrets

@Suite("rules 20: slow work has its own threads and a bounded queue")
struct BoundedThreadsTests {
    @Test("Work runs outside Swift's task threads, so it can't block them")
    func outsideTheTasks() async throws {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 0)
        let insideTask = try await threads.run { withUnsafeCurrentTask { $0 != nil } }
        #expect(!insideTask)
        #expect(withUnsafeCurrentTask { $0 != nil })
    }

    @Test("Tasks continue while more threads are busy than there are processors")
    func tasksGoOn() async throws {
        let threads = BoundedThreads(label: "test", threads: 64, queueLimit: 0)
        let gate = DispatchSemaphore(value: 0)
        let started = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await threads.run {
                        started.add(1)
                        gate.wait()
                    }
                }
            }
            try await eventually { started.value == 64 }
            for _ in 0..<64 { gate.signal() }
            try await group.waitForAll()
        }
    }

    /// Shows rule 20.3.
    @Test("At most as many jobs run at once as there are threads")
    func bounded() async throws {
        let threads = BoundedThreads(label: "test", threads: 3, queueLimit: 1000)
        let running = Counter()
        let most = Counter()
        try await concurrently(0..<1000) { _ in
            try await threads.run {
                most.raise(to: running.add(1))
                running.add(-1)
            }
        }
        #expect((1...3).contains(most.value))
        #expect(running.value == 0)
    }

    @Test("Jobs run in the order of their submission")
    func order() async throws {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 10)
        let gate = DispatchSemaphore(value: 0)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let begun = Counter()
            group.addTask {
                try await threads.run {
                    begun.add(1)
                    gate.wait()
                }
            }
            try await eventually { begun.value == 1 }
            for index in 1...10 {
                group.addTask { try await threads.run { order.append(index) } }
                try await eventually { threads.waitingCount == index }
            }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(order.indices == Array(1...10))
    }

    /// Shows rule 20.3.
    @Test("Owners take turns by cost: after a job of cost four, another owner's four jobs of cost one begin")
    func turns() async throws {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 20)
        let gate = DispatchSemaphore(value: 0)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await threads.run(cost: 4, for: "costly") { gate.wait() } }
            try await eventually { threads.runningCount == 1 }
            for index in 0..<3 {
                group.addTask { try await threads.run(cost: 4, for: "costly") { order.append(index) } }
                try await eventually { threads.waitingCount == index + 1 }
            }
            for index in 10..<16 {
                group.addTask { try await threads.run(for: "cheap") { order.append(index) } }
                try await eventually { threads.waitingCount == index - 6 }
            }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(order.indices == [10, 11, 12, 13, 0, 14, 15, 1, 2])
    }

    @Test("An error of the work reaches the caller, and the thread continues")
    func throwing() async throws {
        struct Failure: Error {}
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 0)
        for _ in 0..<3 { await #expect(throws: Failure.self) { try await threads.run { throw Failure() } } }
        #expect(try await threads.run { 7 } == 7)
    }

    @Test("A job cancelled while it waits leaves the queue and isn't run")
    func cancelled() async throws {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 1)
        let gate = DispatchSemaphore(value: 0)
        let done = Counter()
        async let occupying: Void = threads.run { gate.wait() }
        let waiting = Task { try await threads.run { done.add(1) } }
        try await eventually { threads.waitingCount == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(threads.waitingCount == 0)
        gate.signal()
        try await occupying
        #expect(done.value == 0)
    }

    @Test("A job cancelled before its submission is refused, even if a thread is free")
    func cancelledBefore() async {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 0)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await threads.run { 1 }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

private final class Counter: Sendable {
    private let atomic = Atomic(0)

    var value: Int { atomic.load(ordering: .relaxed) }

    @discardableResult
    func add(_ number: Int) -> Int { atomic.add(number, ordering: .relaxed).newValue }
    func raise(to number: Int) { atomic.max(number, ordering: .relaxed) }
}

private final class Order: Sendable {
    private let mutex = Mutex<[Int]>([])

    var indices: [Int] { mutex.withLock { $0 } }

    func append(_ index: Int) { mutex.withLock { $0.append(index) } }
}

/// Waits until the condition holds, for at most a minute.
func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while !condition() {
        try #require(ContinuousClock.now < deadline, "the condition never held", sourceLocation: sourceLocation)
        await Task.yield()
    }
}
