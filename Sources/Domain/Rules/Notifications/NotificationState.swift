/// How it stands with a notification. A test holds these against the outbox's own list.
public enum NotificationState: String, Sendable, CaseIterable {
    /// Nobody has begun with it.
    case pending
    /// It was claimed, and isn't over: somebody works on it, or it waits to be tried again.
    case sending
    /// One device took it, at least.
    case sent
    /// It isn't true any more, or not wanted.
    case cancelled
    /// No device will ever take it.
    case dead
    /// Whoever was to be told has no device.
    case noDevice = "no_device"
    /// A summary stands for it.
    case coalesced
}

/// How it stands with a notification on one device.
public enum DeliveryState: String, Sendable, CaseIterable {
    case pending
    case sent
    case cancelled
    case dead
}
