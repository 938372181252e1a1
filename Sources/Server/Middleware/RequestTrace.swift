import DavenportAPI
import Domain
import Foundation
import Synchronization

/// What is found out about one request on its way, for the counters and the access log. It is told once how it ended; what nobody tells
/// of, as the end of a download that breaks off, it tells itself when the request is over.
final class RequestTrace: Sendable {
    private struct State {
        var route: RouteMeasures
        var tenant: String?
        var userID: UUID?
        var address: ClientAddress?
        /// Unless somebody says otherwise nobody foresaw what happened.
        var status = 500
        var bytes = 0
        var isStreamed = false
        var isOver = false
    }

    private let began = ContinuousClock.now
    private let requestID: String
    /// Whether the client asked by `HEAD`: the route that answers is that of `GET`.
    private let isHead: Bool
    private let measures: HTTPMeasures
    private let log: AccessLog?
    private let state: Mutex<State>

    init(_ requestID: String, isHead: Bool = false, _ measures: HTTPMeasures, _ log: AccessLog?) {
        (self.requestID, self.isHead, self.measures, self.log) = (requestID, isHead, measures, log)
        state = Mutex(State(route: measures.unknown))
        measures.beginRequest()
    }

    deinit { end() }

    /// Which route answers.
    /// - Parameter isStreamed: whether the answer goes out as it is read, so that its end is known later.
    func note(_ route: RouteMeasures, isStreamed: Bool = false) {
        state.withLock { ($0.route, $0.isStreamed) = (route, isStreamed) }
    }

    /// The pattern of the route that answers, without ids.
    var routePattern: String { state.withLock { $0.route.pattern } }

    /// Where it comes from.
    func note(_ address: ClientAddress) { state.withLock { $0.address = address } }

    /// Who asks.
    func note(_ asker: Visitor) {
        if log != nil { state.withLock { $0.tenant = asker.tenant.slug } }
    }

    /// Who asks.
    func note(_ asker: Caller) {
        if log != nil { state.withLock { ($0.tenant, $0.userID) = (asker.tenant.slug, asker.userID) } }
    }

    /// What is answered.
    /// - Returns: whether its body goes out by and by: then more is to be told.
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

    /// So much more of the body went out.
    func send(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// Nothing more comes. Only the first time counts.
    func end() {
        let state: State? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state
        }
        guard let state else { return }
        let took = ContinuousClock.now - began
        measures.endRequest(state.route, status: state.status, took: took)
        log?.note(
            .init(
                method: isHead && state.route.method == "GET" ? "HEAD" : state.route.method, route: state.route.pattern,
                status: state.status, took: took, bytes: state.bytes,
                requestID: requestID, tenant: state.tenant, userID: state.userID, address: state.address?.text))
    }
}
