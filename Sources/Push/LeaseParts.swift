import Domain

/// How the time of a lease is divided (`NotificationRules.lease`). A push begins early enough for Apple to answer and for the result to be
/// stored before the lease ends, when another worker may take the delivery over.
enum LeaseParts {
    private static let whole = Duration.seconds(NotificationRules.lease)
    /// How long Apple may take to answer.
    static let answer = Duration.seconds(10)
    /// What is left for storing the result.
    private static let storing = Duration.seconds(8)

    /// Until when after its claim a push must have begun.
    static let start = whole - answer - storing
    /// How long a result that can't be stored is worth being told, from when it came, which is a moment after the claim at the earliest.
    static let waitLimit = whole - .seconds(5)
}
