import Dispatch
import Synchronization

/// A fixed number of threads with a bounded queue, for work that keeps a processor busy or waits for a disk. Each job
/// has an owner, such as a tenant, and a cost. The queue shares the threads fairly between owners, so that no owner's
/// jobs delay all others (`FairQueue`). The jobs of one owner start in the order of their arrival.
///
/// Each thread is a serial dispatch queue, because a concurrent queue would share the few threads of Swift's tasks. A
/// dispatch queue without work holds no thread.
package final class BoundedThreads: Sendable {
    /// The error for a job that is refused because the queue is full.
    package struct QueueFull: Error {}

    private final class Job: Sendable {
        let run: @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void

        init<T>(_ work: @escaping @Sendable () throws -> T, _ continuation: CheckedContinuation<T, any Error>) {
            run = { continuation.resume(with: Result(catching: work)) }
            refuse = { continuation.resume(throwing: $0) }
        }
    }

    /// Identifies a job, so that a cancelled task can remove it from the queue. It exists before the job does.
    private final class WaitToken: Sendable {}

    private struct State {
        var idle: [DispatchQueue]
        var waiting = FairQueue<(token: WaitToken, job: Job)>()
    }

    private let state: Mutex<State>
    private let threads: Int
    let queueLimit: Int

    /// Creates the threads.
    /// - Parameters:
    ///   - label: the name of the threads in a debugger.
    ///   - threads: the maximum number of jobs that run at once, 1 or more.
    ///   - queueLimit: the maximum number of jobs that wait, 0 or more. Another job is refused with `QueueFull`.
    package init(label: String, threads: Int, queueLimit: Int) {
        precondition(threads > 0 && queueLimit >= 0)
        state = Mutex(State(idle: (0..<threads).map { DispatchQueue(label: "\(label)-\($0)") }))
        self.threads = threads
        self.queueLimit = queueLimit
    }

    /// The number of jobs that wait for a thread.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The number of jobs that run now.
    var runningCount: Int { state.withLock { threads - $0.idle.count } }

    /// Runs work on one of the threads, and returns the result of the work.
    ///
    /// - Parameters:
    ///   - cost: the cost of the work, 1 or more. An owner whose earlier work cost more waits longer.
    ///   - owner: the owner whose share of the threads the work uses up.
    /// - Throws: the errors of the work; `QueueFull` if too many jobs wait; `CancellationError` if the task is
    ///   cancelled while it waits.
    package func run<T: Sendable>(
        cost: Int = 1, for owner: String = "", _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        let token = WaitToken()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { submit(Job(work, $0), token, cost, owner) }
        } onCancel: {
            withdraw(token)
        }
    }

    private func submit(_ job: Job, _ token: WaitToken, _ cost: Int, _ owner: String) {
        enum Decision {
            case start(DispatchQueue)
            case wait
            case refuse(any Error)
        }
        let decision: Decision = state.withLock { state in
            // Checked under the lock. A cancellation before this point found nothing to withdraw; a later one will.
            if Task.isCancelled { return .refuse(CancellationError()) }
            if let thread = state.idle.popLast() {
                state.waiting.charge(cost, to: owner)
                return .start(thread)
            }
            guard state.waiting.count < queueLimit else { return .refuse(QueueFull()) }
            state.waiting.append((token, job), cost: cost, of: owner)
            return .wait
        }
        switch decision {
        case .start(let thread): thread.async { self.work(on: thread, startingWith: job) }
        case .wait: break
        case .refuse(let error): job.refuse(error)
        }
    }

    private func work(on thread: DispatchQueue, startingWith first: Job) {
        var job: Job? = first
        while let current = job {
            current.run()
            job = state.withLock { state in
                if let next = state.waiting.removeNext() { return next.job }
                state.idle.append(thread)
                return nil
            }
        }
    }

    private func withdraw(_ token: WaitToken) {
        let job: Job? = state.withLock { state in
            state.waiting.removeFirst { $0.token === token }?.job
        }
        job?.refuse(CancellationError())
    }
}
