import DavenportAPI

/// Sends requests, and sends them again as its retry policy allows.
struct Sender: Sendable {
    let transport: Transport
    let policy: RetryPolicy

    /// One attempt to send a request.
    struct Attempt: Sendable {
        /// The request, with an echo of its own.
        let request: Transport.Request
        /// Whether the server may have processed an earlier attempt.
        let isRepeated: Bool

        init(_ request: Transport.Request, isRepeated: Bool) {
            var request = request
            request.headers[Self.header] = Echo.random()
            request.headers[ClientVersion.header.lowercased()] = ClientVersion.current.description
            (self.request, self.isRepeated) = (request, isRepeated)
        }

        /// Whether an answer has this attempt's echo, so it comes from Davenport and answers this attempt (rule 10.16).
        func isAnswered(by response: Transport.Response) -> Bool {
            response.headers[Self.header] == request.headers[Self.header]
        }

        private static let header = Echo.header.lowercased()
    }

    /// Sends a request, and sends it again if that is allowed and may help: after no answer, after an answer that
    /// doesn't count (rule 10.17), and after 429 and 503.
    /// - Parameters:
    ///   - isRepeatable: whether the request may be sent several times.
    ///   - once: sends one attempt, and returns what its answer says. It throws `APIError` for an answer that is a
    ///     refusal or doesn't count, and any other error if no answer arrived.
    /// - Throws: `APIError`; `CancellationError` as soon as the task is cancelled.
    func send<Value: Sendable>(
        _ request: Transport.Request, isRepeatable: Bool, once: (Attempt) async throws -> Value
    ) async throws -> Value {
        var (number, isRepeated) = (1, false)
        while true {
            let outcome = try await outcome(of: Attempt(request, isRepeated: isRepeated), once)
            guard isRepeatable, case .failure(let error) = outcome, let pause = pause(after: number, error) else {
                return try outcome.get()
            }
            // A request refused with 429 had no effect. After any other outcome that is unknown.
            if error.status != 429 { isRepeated = true }
            number += 1
            try await policy.sleep(pause)
        }
    }

    private func outcome<Value>(of attempt: Attempt, _ once: (Attempt) async throws -> Value) async throws -> Result<Value, APIError> {
        try Task.checkCancellation()
        do {
            return .success(try await once(attempt))
        } catch let error as APIError {
            return .failure(error)
        } catch {
            try Task.checkCancellation()
            return .failure(.transport(error))
        }
    }

    private func pause(after attempt: Int, _ error: APIError) -> Duration? {
        switch error {
        case .transport, .unexpectedAnswer: policy.pause(after: attempt)
        case .problem(let problem, let retryAfter) where [429, 503].contains(problem.status):
            policy.pause(after: attempt, retryAfter: retryAfter)
        case .problem, .clientTooOld, .unwritable: nil
        }
    }
}

extension APIError {
    /// The status of the problem with which the server refused the request; nil for any other error.
    var status: Int? {
        if case .problem(let problem, _) = self { problem.status } else { nil }
    }
}
