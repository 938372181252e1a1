import CoreMetrics
import Synchronization

/// The server's HTTP metrics. Each route has its own counters, so that counting a request takes a few atomic additions
/// and no look-up.
///
/// The metrics' labels are route patterns and the statuses that the server returns, but never text from a client.
final class HTTPMetrics: Sendable {
    /// The metrics of requests that matched no route.
    let unknown: RouteMetrics
    /// The metrics of CORS preflight requests.
    let preflight: RouteMetrics
    private let inFlight: Meter
    private let connections: Meter
    private let throttled: Counter
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        inFlight = Meter(label: "davenport_http_requests_in_flight", factory: factory)
        connections = Meter(label: "davenport_http_connections", factory: factory)
        throttled = Counter(label: "davenport_throttled_total", factory: factory)
        unknown = RouteMetrics("other", "unknown", factory)
        preflight = RouteMetrics("OPTIONS", "preflight", factory)
    }

    /// Creates the metrics of a route. Call it only once per route.
    /// - Parameter pattern: the path as declared, with the names of its parameters.
    func route(_ method: String, _ pattern: String) -> RouteMetrics {
        RouteMetrics(method, pattern, factory)
    }

    func beginRequest() { inFlight.increment() }

    func endRequest(_ route: RouteMetrics, status: Int, took: Duration) {
        inFlight.decrement()
        if status == 429 { throttled.increment() }
        route.count(status, took)
    }

    func beginConnection() { connections.increment() }
    func endConnection() { connections.decrement() }
}

/// Counts and times the requests of one route.
final class RouteMetrics: Sendable {
    let method: String
    let pattern: String
    private let durations: Timer
    private let factory: any MetricsFactory
    private let statuses: StatusCount

    fileprivate init(_ method: String, _ pattern: String, _ factory: any MetricsFactory) {
        (self.method, self.pattern, self.factory) = (method, pattern, factory)
        let labels = [("method", method), ("route", pattern)]
        durations = Timer(label: "davenport_http_request_duration_seconds", dimensions: labels, factory: factory)
        statuses = StatusCount(200, labels, factory)
    }

    fileprivate func count(_ status: Int, _ took: Duration) {
        let (seconds, attoseconds) = took.components
        durations.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        statuses.of(status, [("method", method), ("route", pattern)], factory).increment()
    }
}

/// Counts the responses of a route that have one HTTP status. A route's counters form a linked list, in the order in
/// which the statuses first occurred. A route returns only a handful of statuses, so walking the list is faster than a
/// look-up in a dictionary.
private final class StatusCount: Sendable {
    private let status: Int
    private let counter: Counter
    private let next = AtomicLazyReference<StatusCount>()

    init(_ status: Int, _ labels: [(String, String)], _ factory: any MetricsFactory) {
        self.status = status
        counter = Counter(label: "davenport_http_requests_total", dimensions: labels + [("status", "\(status)")], factory: factory)
    }

    func of(_ status: Int, _ labels: @autoclosure () -> [(String, String)], _ factory: any MetricsFactory) -> Counter {
        var place = self
        while place.status != status {
            place = place.next.load() ?? place.next.storeIfNil(StatusCount(status, labels(), factory))
        }
        return place.counter
    }
}
