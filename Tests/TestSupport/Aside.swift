import Dispatch
import Testing

extension Trait where Self == Aside {
    /// Runs a test that computes for seconds on a separate thread, one such test at a time. So the few shared threads
    /// stay free for tests with deadlines.
    public static var aside: Aside { Aside(executor: .computing) }

    /// Runs a test with `#expect(processExitsWith:)` on separate threads. Swift Testing blocks the thread until the
    /// process has ended, and there are only as many shared threads as processors.
    public static var blocking: Aside { Aside(executor: .blocking) }
}

/// The trait behind `.aside` and `.blocking`.
public struct Aside: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true
    fileprivate let executor: Executor

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(executor) { try await function() }
    }

    fileprivate final class Executor: TaskExecutor {
        static let computing = Executor(DispatchQueue(label: "tests that compute"))
        static let blocking = Executor(DispatchQueue(label: "tests that block", attributes: .concurrent))
        private let queue: DispatchQueue

        init(_ queue: DispatchQueue) { self.queue = queue }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
