import Foundation

/// How long to wait for what may mend itself.
enum Backoff {
    /// After the first failure, the second and so on; the last holds for all that follow (rules 21).
    private static let minutes: [TimeInterval] = [1, 5, 15, 30, 60]

    /// In seconds, a tenth more or less, so that what failed together doesn't come back together.
    static func seconds(after attempts: Int) -> TimeInterval {
        minutes[min(attempts, minutes.count - 1)] * 60 * .random(in: 0.9...1.1)
    }
}
