/// Asks every few milliseconds until there is an answer, and returns nil if there is none within the limit.
///
/// Everything in this module waits in this way: it blocks no thread, and a cancelled task stops waiting.
func poll<Answer>(for limit: Duration, _ question: () throws -> Answer?) async throws -> Answer? {
    let deadline = ContinuousClock.now + limit
    while true {
        if let answer = try question() { return answer }
        guard ContinuousClock.now < deadline else { return nil }
        try await Task.sleep(for: .milliseconds(5))
    }
}
