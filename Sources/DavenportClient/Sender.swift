import DavenportAPI

/// Sends requests, and retries them as its retry policy allows.
struct Sender: Sendable {
    let transport: Transport
    let policy: RetryPolicy

    /// Sends a request, and retries it if that is allowed and may help.
    /// - Parameter isRepeatable: whether the request may be sent several times.
    /// - Returns: the last answer, and whether the server may have processed an earlier attempt.
    /// - Throws: `APIError.transport` if no answer arrived; `CancellationError` as soon as the task is cancelled.
    func send(_ request: Transport.Request, isRepeatable: Bool) async throws -> (response: Transport.Response, isRepeated: Bool) {
        let sent = try await repeated(isRepeatable, head: { $0 }, once: { try await transport.send(request) })
        return (sent.answer, sent.isRepeated)
    }

    /// Sends a request that has a file in its body or its answer. Each attempt sends the body from its start. The
    /// answer's status and headers decide whether to retry, before the answer's body is read.
    func stream(
        _ request: Transport.Request, _ body: ByteStream?, isRepeatable: Bool
    ) async throws -> (response: Transport.StreamedResponse, isRepeated: Bool) {
        let sent = try await repeated(isRepeatable, head: { $0.head }, once: { try await transport.stream(request, body) })
        return (sent.answer, sent.isRepeated)
    }

    private func repeated<Answer: Sendable>(
        _ isRepeatable: Bool, head: (Answer) -> Transport.Response, once: () async throws -> Answer
    ) async throws -> (answer: Answer, isRepeated: Bool) {
        var (attempt, isRepeated) = (1, false)
        while true {
            let outcome = try await outcome(of: once)
            guard isRepeatable, let pause = pause(after: attempt, outcome.map(head)) else { return (try outcome.get(), isRepeated) }
            // A request refused with 429 had no effect. After any other outcome that is unknown.
            if (try? outcome.map(head).get())?.status != 429 { isRepeated = true }
            attempt += 1
            try await policy.sleep(pause)
        }
    }

    private func outcome<Answer>(of once: () async throws -> Answer) async throws -> Result<Answer, APIError> {
        try Task.checkCancellation()
        do {
            return .success(try await once())
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
