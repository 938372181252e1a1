/// Calls a function every few milliseconds until it returns an answer. Returns nil if there is no answer within the
/// limit.
///
/// All waiting in this module uses this function, because it blocks no thread and ends when the task is cancelled.
func poll<Answer>(for limit: Duration, _ question: () throws -> Answer?) async throws -> Answer? {
    let deadline = ContinuousClock.now + limit
    while true {
        if let answer = try question() { return answer }
        guard ContinuousClock.now < deadline else { return nil }
        try await Task.sleep(for: .milliseconds(5))
    }
}
