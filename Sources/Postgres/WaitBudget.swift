/// How long a task has waited for something else than a connection, of the time that anybody waits for one
/// (`PoolConfiguration.waiterTimeout`): its sender has patience once.
public enum WaitBudget {
    /// What it has done meanwhile is no waiting.
    @TaskLocal public static var spent = Duration.zero
}
