import Foundation

/// Computes the pauses before pushes are retried.
enum Backoff {
    /// The pause in minutes after the first failure, after the second and so on. The last value also applies to all
    /// later failures (rules 21).
    private static let minutes: [TimeInterval] = [1, 5, 15, 30, 60]

    /// Returns the pause before the next retry, in seconds. It varies at random by up to a tenth, so that pushes that
    /// failed together aren't retried together.
    /// - Parameter attempts: the number of earlier failures of the push.
    static func seconds(after attempts: Int) -> TimeInterval {
        minutes[min(attempts, minutes.count - 1)] * 60 * .random(in: 0.9...1.1)
    }
}
