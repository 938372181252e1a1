import Dispatch
import Testing

extension Trait where Self == Aside {
    /// Runs a test that computes for seconds on a separate thread, one such test at a time. So the few shared threads
    /// stay free for tests with deadlines.
    public static var aside: Aside { Aside() }
}

/// The trait behind `.aside`.
public struct Aside: SuiteTrait, TestTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Thread.shared) { try await function() }
    }

    private final class Thread: TaskExecutor {
        static let shared = Thread()
        private let queue = DispatchQueue(label: "tests that compute")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
