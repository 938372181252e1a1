/// Decides how often and when to retry a request that got no answer, or one that isn't Davenport's (rule 10.16), or was
/// refused temporarily (429, 503).
///
/// A request is retried only if repeating it does no harm. That is so if its endpoint is idempotent, or if its input
/// has an id that the client chose (`IdentifiedInput`).
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts, including the first; 1 or more.
    public var attempts: Int
    /// The maximum pause before the second attempt. The maximum doubles before each further attempt, up to
    /// `longestPause`. The actual pause is a random part of the maximum.
    public var firstPause: Duration
    /// The longest pause between two attempts. If the server sends `Retry-After`, that time is added to the pause.
    public var longestPause: Duration
    /// The longest `Retry-After` for which the client waits. If the server asks for a longer pause, the client throws
    /// the refusal at once, with that duration.
    public var longestRetryAfter: Duration
    /// Waits for a duration. It throws if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Returns a random number from 0 to 1, by which each pause is multiplied so that not all clients retry at once.
    public var random: @Sendable () -> Double

    /// Creates a policy. The defaults wait a few seconds in all, which suits a user who looks at the screen.
    public init(
        attempts: Int = 4, firstPause: Duration = .milliseconds(250), longestPause: Duration = .seconds(4),
        longestRetryAfter: Duration = .seconds(20),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.longestRetryAfter = longestRetryAfter
        self.sleep = sleep
        self.random = random
    }

    /// A policy that sends every request once and never retries.
    public static let never = RetryPolicy(attempts: 1)

    /// Returns the pause after an attempt; nil if there is no further attempt.
    /// - Parameters:
    ///   - attempt: the number of the attempt, from 1.
    ///   - retryAfter: the server's `Retry-After`, or nil. The pause is never shorter than that.
    func pause(after attempt: Int, retryAfter: Duration? = nil) -> Duration? {
        guard attempt < attempts, retryAfter ?? .zero <= longestRetryAfter else { return nil }
        let doubled = (1..<attempt).reduce(firstPause) { pause, _ in min(pause * 2, longestPause) }
        return (retryAfter ?? .zero) + min(doubled, longestPause) * random()
    }
}
