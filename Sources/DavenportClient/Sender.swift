/// Sends a request as often as it takes and the policy allows.
struct Sender: Sendable {
    let transport: Transport
    let policy: RetryPolicy

    /// - Returns: the last answer, and whether an earlier attempt may have arrived.
    /// - Throws: `APIError.transport` where none came, `CancellationError` as soon as the task is cancelled.
    func send(_ request: Transport.Request, isRepeatable: Bool) async throws -> (response: Transport.Response, isRepeated: Bool) {
        var (attempt, isRepeated) = (1, false)
        while true {
            let outcome = try await outcome(of: request)
            guard isRepeatable, let pause = pause(after: attempt, outcome) else { return (try outcome.get(), isRepeated) }
            // Who is told to come back later (429) was not served; of everything else one can't know.
            if (try? outcome.get())?.status != 429 { isRepeated = true }
            attempt += 1
            try await policy.sleep(pause)
        }
    }

    private func outcome(of request: Transport.Request) async throws -> Result<Transport.Response, APIError> {
        try Task.checkCancellation()
        do {
            return .success(try await transport.send(request))
        } catch {
            try Task.checkCancellation()
            return .failure(.transport(error))
        }
    }

    private func pause(after attempt: Int, _ outcome: Result<Transport.Response, APIError>) -> Duration? {
        switch outcome {
        case .failure: policy.pause(after: attempt)
        case .success(let response) where [429, 503].contains(response.status):
            policy.pause(after: attempt, retryAfter: response.retryAfter)
        case .success: nil
        }
    }
}
