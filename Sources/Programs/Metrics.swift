import CoreMetrics
import Domain
import Logging
import Postgres
import Prometheus
import Settings

extension Family {
    /// What is told by swift-metrics, wherever that is.
    static let told: [Family] = [
        Family("davenport_http_requests_total", "Requests answered, by route and status; 499 where the client was gone."),
        Family("davenport_http_request_duration_seconds", "From a request's head to its answer, of downloads to its end."),
        Family("davenport_http_requests_in_flight", "Requests being answered."),
        Family("davenport_http_connections", "Connections of clients that are open."),
        Family("davenport_throttled_total", "Requests answered 429: somebody asked, made or guessed too much."),
        Family("davenport_database_round_trip_seconds", "How long PostgreSQL took for a round trip."),
        Family("davenport_pool_wait_seconds", "How long those waited for a connection to PostgreSQL who had to."),
        Family("davenport_pool_refused_total", "Round trips that got no connection to PostgreSQL."),
    ]
}

extension Registry {
    /// A registry for one of our programs, with what every program tells.
    public static func ofProgram() -> Registry {
        let registry = Registry(Family.told)
        registry.observeProcess()
        return registry
    }

    /// A registry for a run that ends: what it tells stands beside the node exporter's own, which has a process too.
    public static func ofRun() -> Registry { Registry(Family.told) }

    /// Adds what the program was built as.
    /// - Parameter schema: the name of the last migration that it knows.
    public func observe(build schema: String) {
        #if DEBUG
            let configuration = "debug"
        #else
            let configuration = "release"
        #endif
        gauge(
            "davenport_build_info", "Which build runs: the last migration that it knows, and how it was built.",
            labels: [("schema", schema), ("configuration", configuration)]
        ) { 1 }
    }

    /// What a pool is to tell of its round trips.
    public var poolMeasures: PoolMeasures {
        PoolMeasures(
            roundTrips: CoreMetrics.Timer(label: "davenport_database_round_trip_seconds", factory: self),
            waits: CoreMetrics.Timer(label: "davenport_pool_wait_seconds", factory: self),
            refusals: Counter(label: "davenport_pool_refused_total", factory: self))
    }

    /// Adds how many connections a pool has, and how many wait for one.
    /// - Parameter size: the most that it opens.
    public func observe(_ pool: Pool, size: Int) {
        gauge("davenport_pool_size", "The most connections to PostgreSQL that are opened.") { Double(size) }
        gauge("davenport_pool_open", "Connections to PostgreSQL that are open or being opened.") { Double(pool.statistics.open) }
        gauge("davenport_pool_busy", "Connections to PostgreSQL that work.") { Double(pool.statistics.busy) }
        gauge("davenport_pool_waiting", "Who waits for a connection to PostgreSQL.") { Double(pool.statistics.waiting) }
    }

    /// Listens for whoever reads metrics. A port that nobody has set may be another's: then it is said, and the program goes on.
    /// - Parameter key: where the port is configured.
    /// - Returns: nil where metrics are told nowhere.
    /// - Throws: `Failure` where the port that is set can't be had, or METRICS_HOST is no address to listen at.
    public func tell(
        at port: MetricsPort?, of host: String, from key: String, _ logger: Logger
    ) async throws -> MetricsEndpoint? {
        guard let port else { return nil }
        do {
            return try await MetricsEndpoint.open(host: host, port: port.number, of: self)
        } catch let error as AddressUnusable {
            let sentence = "Metrics can't be told at \(host):\(port.number), since \(error.reason)"
            guard !error.isOfHost else { throw Failure("\(sentence): set METRICS_HOST to an address of this machine.") }
            guard !port.isSet else { throw Failure("\(sentence): set \(key) to a port that is free, or to 0 for none.") }
            logger.warning("\(sentence), and \(key) names no other. Nobody watches this program.")
            return nil
        }
    }
}
