import DavenportAPI
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Transport {
    /// Sends requests with Foundation's HTTP client.
    /// - Parameter session: must store neither answers nor cookies, and follow no redirects. By default, all transports
    ///   share a session that waits 30 seconds for an answer.
    public static func urlSession(_ session: URLSession = .davenport) -> Transport {
        Transport { request in
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method.rawValue
            urlRequest.allHTTPHeaderFields = request.headers
            urlRequest.httpBody = request.body
            let (body, response) = try await session.data(for: urlRequest)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
            return Response(status: response.statusCode, headers: Dictionary(headers) { $1 }, body: body)
        }
    }
}

extension URLSession {
    /// The shared session. It stores nothing on disk and follows no redirects: the API has none, and the token must not
    /// reach another server.
    public static let davenport: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
    }()
}

private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
