/// Until when a task waits for a connection, where it has waited for something else before: its sender has patience once.
public enum Patience {
    /// Nil: as long as anybody does (`PoolConfiguration.waiterTimeout`).
    @TaskLocal public static var end: ContinuousClock.Instant?
}
