import Foundation

/// The pauses before retries of pushes.
enum Backoff {
    /// The pauses in minutes after the first failure, the second and so on. The last one also applies to all later
    /// failures (rules 21).
    private static let minutes: [TimeInterval] = [1, 5, 15, 30, 60]

    /// Returns the pause in seconds, varied by up to a tenth at random, so that pushes that failed together aren't
    /// retried together.
    static func seconds(after attempts: Int) -> TimeInterval {
        minutes[min(attempts, minutes.count - 1)] * 60 * .random(in: 0.9...1.1)
    }
}
