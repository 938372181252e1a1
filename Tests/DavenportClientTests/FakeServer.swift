import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport

/// A transport with scripted answers, which records the requests and the pauses before them. The pauses take no time.
final class FakeServer: Sendable {
    /// The outcome of a request.
    enum Turn: Sendable {
        /// The server's answer, with the request's echo and the media type of the API unless another one is given.
        case answer(Int, [String: String] = [:], String = "{}")
        /// Something else answers in the server's place.
        case foreign(Transport.Response)
        case noAnswer
    }

    private struct State {
        var turns: [Turn]
        var requests: [Transport.Request] = []
        var pauses: [Duration] = []
    }

    struct ConnectionLost: Error {}

    private let state: Mutex<State>

    /// - Parameter turns: the outcomes of successive requests. The last one repeats.
    init(_ turns: Turn...) {
        state = Mutex(State(turns: turns))
    }

    var requests: [Transport.Request] { state.withLock { $0.requests } }
    /// The pauses between attempts, with the longest possible jitter.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    var transport: Transport {
        Transport { request in
            switch self.turn(for: request) {
            case .answer(let status, let headers, let body):
                Transport.Response(status: status, headers: headers, body: Data(body.utf8)).answering(request)
            case .foreign(let response): response
            case .noAnswer: throw ConnectionLost()
            }
        }
    }

    var policy: RetryPolicy {
        RetryPolicy(sleep: { pause in self.state.withLock { $0.pauses.append(pause) } }, random: { 1 })
    }

    func client(
        token: String? = "secret", tenant: String? = nil, base: String = "https://sofa.example.org", cache: AnswerCache = AnswerCache()
    ) throws -> DavenportClient {
        guard let url = URL(string: base) else { throw URLError(.badURL) }
        return DavenportClient(baseURL: url, tenant: tenant, transport: transport, retry: policy, cache: cache) { token }
    }

    private func turn(for request: Transport.Request) -> Turn {
        state.withLock { state in
            state.requests.append(request)
            return state.turns.count > 1 ? state.turns.removeFirst() : state.turns[0]
        }
    }
}

extension Transport.Request {
    /// The body as JSON, an empty object if there is none.
    var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: body ?? Data())) ?? [:] }
    /// The URL from its path on.
    var target: String { url.absoluteString.replacing(/^https?:\/\/[^\/]*/, with: "") }
}

extension FakeServer.Turn {
    /// A problem as the server writes it.
    static func problem(_ code: Problem.Code, retryAfter: Int? = nil) -> Self {
        let text = #"{"type":"urn:x","title":"t","status":\#(code.status),"detail":"d","code":"\#(code.rawValue)"}"#
        return .answer(code.status, retryAfter.map { ["Retry-After": String($0)] } ?? [:], text)
    }

    static let tenant = answer(
        200, [:],
        #"{"name":"The Sofa","slug":"sofa","features":[],"signup":"invite","catalogue":false,"fetchesSubtitles":false,"signupRoles":[],"#
            + ##""passwordLinks":"admins","email":false,"identityColor":"#d1495b"}"##)
    static let notFound = problem(.notFound)
    static let unavailable = problem(.unavailable)
    static let tooMany = problem(.tooManyRequests)
    static let done = answer(204, [:], "")
}

/// Returns the error that a call throws.
func thrown<Value>(_ call: () async throws -> Value) async -> (any Error)? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
