import Dispatch
import Testing

extension Trait where Self == Aside {
    /// For tests that compute for seconds: they have a thread of their own, one after the other, so that those with deadlines, which share
    /// a few threads, get their turn.
    public static var aside: Aside { Aside() }
}

/// What `.aside` does.
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
