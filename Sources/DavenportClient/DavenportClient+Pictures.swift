import DavenportAPI
import Foundation

extension DavenportClient {
    /// Fetches a picture, whose address an answer of the API gave: a path of the server, or the address of another one.
    /// The token is sent to the client's own server only.
    /// - Parameter headers: by lower-case name.
    /// - Throws: `APIError`, `CancellationError`, or an error of the token's closure.
    package func picture(at address: String, headers: [String: String]) async throws -> Transport.Response {
        guard let url = URL(string: address, relativeTo: baseURL)?.absoluteURL, url.host() != nil else {
            throw APIError.unwritable("\(address) is no address of a picture.")
        }
        var request = Transport.Request(method: .get, url: url, headers: headers)
        let isOwn = url.scheme == baseURL.scheme && url.host() == baseURL.host() && url.port == baseURL.port
        if isOwn { request.headers["authorization"] = try await token().map { "Bearer \($0)" } }
        return try await sender.send(request, isRepeatable: true).response
    }
}
