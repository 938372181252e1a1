import Foundation
import Synchronization

/// Performs attempts to send mails on one thread of its own, one after the other, since libcurl blocks the thread that calls it.
final class SMTPThread: Sendable {
    private struct State {
        var waiting: [SMTPJob] = []
        var running: SMTPJob?
        var isStarted = false
        var isClosed = false
        var isEnded = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let account: SMTPAccount
    private let state = Mutex(State())
    private let wanted = DispatchSemaphore(value: 0)

    init(_ account: SMTPAccount) { self.account = account }

    func send(_ message: MailMessage) async -> MailResult {
        await perform(SMTPJob(message)).result
    }

    func greet() async -> MailGreeting {
        await perform(SMTPJob(nil)).greeting(of: account.server)
    }

    private func perform(_ job: SMTPJob) async -> SMTPOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                job.wait(continuation)
                add(job)
            }
        } onCancel: {
            job.cancel()
        }
    }

    private func add(_ job: SMTPJob) {
        let (isClosed, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (true, false) }
            state.waiting.append(job)
            defer { state.isStarted = true }
            return (false, !state.isStarted)
        }
        if isClosed { return job.cancel() }
        if isFirst { Thread { [self] in run() }.start() }
        wanted.signal()
    }

    /// Cancels all jobs, and waits until the connection has ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let (jobs, isEnded) = state.withLock { state in
                state.isClosed = true
                let isEnded = state.isEnded || !state.isStarted
                if !isEnded { state.closers.append(continuation) }
                defer { state.waiting = [] }
                return (state.waiting + (state.running.map { [$0] } ?? []), isEnded)
            }
            for job in jobs { job.cancel() }
            if isEnded { continuation.resume() } else { wanted.signal() }
        }
    }

    // MARK: The thread

    private func run() {
        // libcurl sets the handling of this signal for the whole program, unless it is asked not to.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var session: SMTPSession?
        while let job = next(closing: &session) {
            if session == nil { session = SMTPSession(account) }
            job.perform(session)
            state.withLock { $0.running = nil }
        }
        session = nil
        let closers = state.withLock { state in
            state.isEnded = true
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    /// Waits for the next job, and returns nil when the thread shall end. It ends a connection that isn't fresh any more.
    private func next(closing session: inout SMTPSession?) -> SMTPJob? {
        while true {
            let (job, isClosed) = state.withLock { state in
                state.running = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                return (state.running, state.isClosed)
            }
            if let job { return job }
            if isClosed { return nil }
            if session == nil {
                wanted.wait()
            } else if wanted.wait(timeout: .now() + .seconds(SMTPSession.freshness)) == .timedOut {
                session = nil
            }
        }
    }
}

/// One attempt to send a mail, or to greet the server.
final class SMTPJob: Sendable {
    private struct State {
        var continuation: CheckedContinuation<SMTPOutcome, Never>?
        var isRunning = false
        var isCancelled = false
    }

    private static let cancelled = SMTPOutcome(conversation: SMTPConversation(), fault: "the attempt was cancelled")

    private let message: MailMessage?
    private let end = ContinuousClock.now + MailTransport.timeLimit
    private let state = Mutex(State())

    /// Creates an attempt, whose time begins now.
    /// - Parameter message: the mail; nil to greet the server.
    init(_ message: MailMessage?) { self.message = message }

    /// Keeps what waits for the outcome.
    func wait(_ continuation: CheckedContinuation<SMTPOutcome, Never>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(returning: Self.cancelled) }
    }

    /// Ends the attempt: at once if it hasn't begun, otherwise as soon as libcurl asks.
    func cancel() {
        let continuation = state.withLock { state in
            state.isCancelled = true
            return state.isRunning ? nil : state.continuation.take()
        }
        continuation?.resume(returning: Self.cancelled)
    }

    /// Performs the attempt, unless it is cancelled or late.
    func perform(_ session: SMTPSession?) {
        let mayRun = state.withLock { state in
            state.isRunning = state.continuation != nil
            return state.isRunning
        }
        guard mayRun else { return }
        let outcome = self.outcome(session)
        state.withLock { $0.continuation.take() }?.resume(returning: outcome)
    }

    private func outcome(_ session: SMTPSession?) -> SMTPOutcome {
        guard let session else { return SMTPOutcome(conversation: SMTPConversation(), fault: "no memory for a connection") }
        if let message, message.needsUTF8 {
            let greeting = attempt(nil, session)
            if greeting.fault != nil { return greeting }
            if !greeting.conversation.extensions.contains("SMTPUTF8") {
                return SMTPOutcome(conversation: greeting.conversation, fault: nil, refusal: Self.noUTF8)
            }
        }
        return attempt(message, session)
    }

    /// The refusal of RFC 6531 for an address that the server can't take.
    private static let noUTF8 = MailResult.refused(
        code: 553, text: "5.6.7 The mail server takes no addresses beyond ASCII: it doesn't offer SMTPUTF8.", atRecipient: false)

    private func attempt(_ message: MailMessage?, _ session: SMTPSession) -> SMTPOutcome {
        let now = ContinuousClock.now
        guard now < end else { return SMTPOutcome(conversation: SMTPConversation(), fault: "the mails before took too long") }
        return session.perform(message, within: end - now) { self.state.withLock { $0.isCancelled } }
    }
}
