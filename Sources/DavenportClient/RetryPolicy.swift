/// How often and when a request is retried that got no answer, or was refused temporarily (429, 503).
///
/// Only requests that do no harm twice are retried: see `EndpointDeclaration.isIdempotent` and `IdentifiedInput`.
public struct RetryPolicy: Sendable {
    /// The most attempts, including the first; 1 or more.
    public var attempts: Int
    /// The longest pause before the second attempt. Before each further one it doubles, up to `longestPause`.
    public var firstPause: Duration
    /// The upper limit of a pause, without the server's `Retry-After`.
    public var longestPause: Duration
    /// The longest `Retry-After` that is waited for. If the server asks for more, the refusal is thrown at once, with
    /// the server's duration.
    public var longestRetryAfter: Duration
    /// Sleeps; throws if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Returns a random factor from 0 to 1 for each pause, so that not all clients return at once.
    public var random: @Sendable () -> Double

    /// Creates a policy. The defaults wait for a few seconds in all, as suits a user who looks at the screen.
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

    /// Sends every request once.
    public static let never = RetryPolicy(attempts: 1)

    /// Returns the pause after an attempt, counted from 1; nil if there is no further attempt.
    /// - Parameter retryAfter: the server's `Retry-After`. The pause is never shorter.
    func pause(after attempt: Int, retryAfter: Duration? = nil) -> Duration? {
        guard attempt < attempts, retryAfter ?? .zero <= longestRetryAfter else { return nil }
        let doubled = (1..<attempt).reduce(firstPause) { pause, _ in min(pause * 2, longestPause) }
        return (retryAfter ?? .zero) + min(doubled, longestPause) * random()
    }
}
