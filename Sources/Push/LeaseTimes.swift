import Domain

/// Divides the time of a lease (`NotificationRules.lease`). A push starts early enough for Apple's answer to be stored
/// before the lease ends. After that, another worker may take the delivery.
enum LeaseTimes {
    private static let whole = Duration.seconds(NotificationRules.lease)
    /// How long Apple's answer may take.
    static let answer = Duration.seconds(10)
    /// The time reserved for storing the result.
    private static let storing = Duration.seconds(8)

    /// The time after the claim within which a push must start.
    static let start = whole - answer - storing
    /// How long storing a result is retried, from its arrival. A result arrives at least a moment after the claim, so
    /// the lease is nearly over then.
    static let waitLimit = whole - .seconds(5)
}
