import DavenportAPI
import Logging
import Synchronization

/// Logs that the database is away, in few lines: one when it begins, one a minute while it lasts, and one when it ends.
///
/// Without it, a program that tries again each second would log each try.
public final class OutageLog: Sendable {
    private struct State {
        var began: ContinuousClock.Instant?
        var lastLine: ContinuousClock.Instant?
        /// Whether the present outage has a line. One that begins within a minute after another has none yet.
        var isLogged = false
    }

    private static let interval = Duration.seconds(60)
    private let state = Mutex(State())
    private let isAway = Atomic(false)
    private let logger: Logger
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a log of a program's database.
    /// - Parameter now: the clock, which tests move.
    public init(logger: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.logger, self.now) = (logger, now)
    }

    /// Notes that the database couldn't be used.
    /// - Parameter reason: a short text without values of statements.
    func failed(_ reason: String) {
        isAway.store(true, ordering: .relaxed)
        let now = now()
        let line: String? = state.withLock { state in
            let began = state.began ?? now
            state.began = began
            if let last = state.lastLine, now < last + Self.interval { return nil }
            defer { (state.lastLine, state.isLogged) = (now, true) }
            guard state.isLogged else { return "The database is away: \(reason)" }
            return "The database is still away, for \((now - began).components.seconds) s now: \(reason)"
        }
        if let line { logger.warning("\(line)") }
    }

    /// Notes that the database answers.
    func succeeded() {
        guard isAway.exchange(false, ordering: .relaxed) else { return }
        let now = now()
        let line: String? = state.withLock { state in
            guard let began = state.began else { return nil }
            defer { (state.began, state.isLogged) = (nil, false) }
            return state.isLogged ? "The database answers again, after \((now - began).components.seconds) s." : nil
        }
        if let line { logger.notice("\(line)") }
    }
}
