import DavenportAPI
import Domain
import Foundation
import Synchronization

/// Collects facts about one request, and records them in the metrics and the access log when the request ends. If no
/// code reports the request's end, for example because a download breaks off, `deinit` records them.
final class RequestTrace: Sendable {
    private struct State {
        var route: RouteMetrics
        var tenant: String?
        var userID: UUID?
        var address: ClientAddress?
        /// The HTTP status of the response. It is 500 until there is a response.
        var status = 500
        var bytes = 0
        var isStreamed = false
        var isOver = false
    }

    private let began = ContinuousClock.now
    private let requestID: String
    /// Whether the client sent `HEAD`. The route of `GET` answers it, but metrics and log name the method that was
    /// sent.
    private let isHead: Bool
    private let metrics: HTTPMetrics
    private let log: AccessLog?
    private let state: Mutex<State>

    init(_ requestID: String, isHead: Bool = false, _ metrics: HTTPMetrics, _ log: AccessLog?) {
        (self.requestID, self.isHead, self.metrics, self.log) = (requestID, isHead, metrics, log)
        state = Mutex(State(route: metrics.unknown))
        metrics.beginRequest()
    }

    deinit { end() }

    /// Sets the route that answers the request.
    /// - Parameter isStreamed: whether the response's body is sent part by part. The end of the request is then
    ///   reported later, with `end`.
    func setRoute(_ route: RouteMetrics, isStreamed: Bool = false) {
        state.withLock { ($0.route, $0.isStreamed) = (route, isStreamed) }
    }

    /// The pattern of the route that answers the request, with the names of parameters instead of ids.
    var routePattern: String { state.withLock { $0.route.pattern } }

    /// Sets the address of the client.
    func setAddress(_ address: ClientAddress) { state.withLock { $0.address = address } }

    /// Sets the tenant of a request that has no user.
    func setAsker(_ asker: Visitor) {
        if log != nil { state.withLock { $0.tenant = asker.tenant.slug } }
    }

    /// Sets the user that a key's holder works for, and the user's tenant.
    func setAsker(_ asker: KeyHolder) {
        if log != nil { state.withLock { ($0.tenant, $0.userID) = (asker.tenant.slug, asker.userID) } }
    }

    /// Sets the user of the request and the user's tenant.
    func setAsker(_ asker: Caller) {
        if log != nil { state.withLock { ($0.tenant, $0.userID) = (asker.tenant.slug, asker.userID) } }
    }

    /// Records the response, and ends the trace unless the response's body is streamed.
    /// - Returns: whether the body is streamed. If so, the caller must report the sent bytes with `send` and the end
    ///   with `end`.
    func answer(_ status: Int, bytes: Int) -> Bool {
        let isStreamed = state.withLock { state in
            state.status = status
            state.isStreamed = state.isStreamed && bytes > 0
            state.bytes = state.isStreamed ? 0 : bytes
            return state.isStreamed
        }
        if !isStreamed { end() }
        return isStreamed
    }

    /// Adds to the number of bytes that were sent of a streamed body.
    func send(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// Ends the trace, and records the request. Only the first call has an effect.
    func end() {
        let state: State? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state
        }
        guard let state else { return }
        let took = ContinuousClock.now - began
        metrics.endRequest(state.route, status: state.status, took: took)
        log?.note(
            .init(
                method: isHead && state.route.method == "GET" ? "HEAD" : state.route.method, route: state.route.pattern,
                status: state.status, took: took, bytes: state.bytes,
                requestID: requestID, tenant: state.tenant, userID: state.userID, address: state.address?.text))
    }
}
