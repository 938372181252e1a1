/// The state of a notification in the outbox. A test compares the cases with the database's.
public enum NotificationState: String, Sendable, CaseIterable {
    /// No worker has claimed it yet.
    case pending
    /// A worker has claimed it and it hasn't ended: the worker sends it, or it waits for a retry.
    case sending
    /// At least one device received it.
    case sent
    /// It is no longer true, or the recipient doesn't want it.
    case cancelled
    /// No device can ever receive it.
    case dead
    /// The recipient has no device.
    case noDevice = "no_device"
    /// A summary replaces it.
    case coalesced
}

/// The state of a notification on one device.
public enum DeliveryState: String, Sendable, CaseIterable {
    case pending
    case sent
    case cancelled
    case dead
}
