import DavenportAPI
import Foundation

extension DavenportClient {
    /// Fetches a picture from an address that an answer of the API contains. The address is a path on the client's
    /// server or a URL of another server, such as the catalogue's. Only the client's own server receives the token, and
    /// only its answers have to prove that they are (rule 10.16).
    /// - Parameter headers: the request's headers, by lower-case name.
    /// - Throws: `APIError`, `CancellationError`, or an error of the closure that returns the token.
    package func picture(at address: String, headers: [String: String]) async throws -> Transport.Response {
        guard let url = URL(string: address, relativeTo: baseURL)?.absoluteURL, url.host() != nil else {
            throw APIError.unwritable("\(address) is no address of a picture.")
        }
        var request = Transport.Request(method: .get, url: url, headers: headers)
        let isOwn = url.scheme == baseURL.scheme && url.host() == baseURL.host() && url.port == baseURL.port
        if isOwn { request.headers["authorization"] = try await token().map { "Bearer \($0)" } }
        return try await sender.send(request, isRepeatable: true) { attempt in
            // Only Davenport's own server repeats the echo.
            let response = try await sender.transport.send(isOwn ? attempt.request : request)
            if isOwn, !attempt.isAnswered(by: response) { throw response.unexpected }
            if [429, 503].contains(response.status) { throw response.unexpected }
            return response
        }
    }
}
