/// How often and when a request is sent again that was not answered, or was refused for the moment (429, 503).
///
/// Only what does no harm twice is sent again: see `EndpointDeclaration.isIdempotent` and `IdentifiedInput`.
public struct RetryPolicy: Sendable {
    /// How often a request is sent in all, 1 or more.
    public var attempts: Int
    /// Before the second attempt at most so long; before each further one twice as long, up to `longestPause`.
    public var firstPause: Duration
    public var longestPause: Duration
    /// A server that wants one to wait longer is not waited for: the refusal is thrown, with how long it is.
    public var longestRetryAfter: Duration
    /// Waits; throws where the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 to 1, so that many clients don't come back at once.
    public var random: @Sendable () -> Double

    /// The defaults ask for some seconds at most, as long as somebody looks at a screen.
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

    /// Sends everything once.
    public static let never = RetryPolicy(attempts: 1)

    /// How long to wait after an attempt, counted from 1; nil where there is no further one.
    /// - Parameter retryAfter: what the server said; it is never asked before.
    func pause(after attempt: Int, retryAfter: Duration? = nil) -> Duration? {
        guard attempt < attempts, retryAfter ?? .zero <= longestRetryAfter else { return nil }
        let doubled = (1..<attempt).reduce(firstPause) { pause, _ in min(pause * 2, longestPause) }
        return (retryAfter ?? .zero) + min(doubled, longestPause) * random()
    }
}
