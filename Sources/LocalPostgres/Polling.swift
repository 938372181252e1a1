/// Asks every few milliseconds until there is an answer; nil when the limit has passed without one.
///
/// Everything here that takes time is waited for in this way: no thread is blocked, and a cancelled task stops waiting.
func poll<Answer>(for limit: Duration, _ question: () throws -> Answer?) async throws -> Answer? {
    let deadline = ContinuousClock.now + limit
    while true {
        if let answer = try question() { return answer }
        guard ContinuousClock.now < deadline else { return nil }
        try await Task.sleep(for: .milliseconds(5))
    }
}
