import Domain

/// Divides the time of a lease, during which only this worker may send a delivery. A push must start so early that
/// Apple's answer can be stored before the lease ends.
public enum LeaseTimes {
    private static let whole = Duration.seconds(NotificationRules.lease)
    /// The time limit for Apple's answer.
    public static let answer = Duration.seconds(10)
    /// The time reserved for storing the result.
    private static let storing = Duration.seconds(8)

    /// The time within which a push must start, counted from the claim of its delivery.
    static let start = whole - answer - storing
    /// The time for which storing a result is retried, counted from the arrival of the result. At its end, the lease is
    /// over or nearly over.
    static let storingRetries = whole - .seconds(5)
}
