import DavenportAPI
import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Transport {
    /// Creates a transport that sends requests with Foundation's HTTP client.
    /// - Parameter session: Foundation's session, which must store neither answers nor cookies, and follow no
    ///   redirects. By default, all transports share a session that waits 30 seconds for an answer.
    public static func urlSession(_ session: URLSession = .davenport) -> Transport {
        Transport { request in
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method.rawValue
            urlRequest.allHTTPHeaderFields = request.headers
            urlRequest.httpBody = request.body
            let (body, response) = try await session.answer(to: urlRequest)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
            return Response(status: response.statusCode, headers: Dictionary(headers) { $1 }, body: body)
        }
    }
}

extension URLSession {
    /// Foundation's session that transports share by default. It stores nothing on disk. It follows no redirects,
    /// because the API has none and the token must not reach another server.
    public static let davenport: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }()
}

extension URLSession {
    /// Sends a request and returns its answer. Cancelling the task ends the request.
    ///
    /// It replaces Foundation's `data(for:)`. On Linux, that function can block two threads forever if the task is
    /// cancelled while its answer arrives: the cancellation waits for the session's queue, which resumes the task and
    /// waits for the cancellation.
    fileprivate func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let cancellation = RequestCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { body, response, error in
                    guard let body, let response else { return continuation.resume(throwing: error ?? URLError(.badServerResponse)) }
                    continuation.resume(returning: (body, response))
                }
                cancellation.start(task)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Cancels a request of Foundation's session, even if the session hasn't started the request yet.
private final class RequestCancellation: Sendable {
    private struct State {
        var task: URLSessionTask?
        var isCancelled = false
    }

    private let state = Lock(State())

    func start(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        // `cancel` waits for the session's queue, so it must not run within a task's cancellation handler.
        DispatchQueue.global().async { task?.cancel() }
    }
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
