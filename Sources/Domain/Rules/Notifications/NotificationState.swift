/// The state of a notification in the outbox. A test compares the cases with those in the database.
public enum NotificationState: String, Sendable, CaseIterable {
    /// No worker has claimed the notification yet.
    case pending
    /// A worker has claimed the notification, and it hasn't ended: it is being sent, or waits for a retry.
    case sending
    /// At least one device of the recipient has got the notification.
    case sent
    /// The notification no longer applies, or the recipient doesn't want it.
    case cancelled
    /// Apple can never deliver the notification to any of the recipient's devices.
    case dead
    /// The recipient has no device.
    case noDevice = "no_device"
    /// A summary has replaced the notification, because the recipient got too many in an hour.
    case coalesced
}

/// The state of a notification's delivery to one device.
public enum DeliveryState: String, Sendable, CaseIterable {
    case pending
    case sent
    case cancelled
    case dead
}
