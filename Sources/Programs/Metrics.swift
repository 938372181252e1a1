import CoreMetrics
import Domain
import Logging
import Postgres
import Prometheus
import Settings

extension Family {
    /// The metrics that code records through swift-metrics, with their help texts.
    static let recorded: [Family] = [
        Family("davenport_http_requests_total", "Requests answered, by route and status; 499 if the client had disconnected."),
        Family("davenport_http_request_duration_seconds", "From a request's head to its response, for downloads to the end."),
        Family("davenport_http_requests_in_flight", "Requests in progress."),
        Family("davenport_http_connections", "Open connections of clients."),
        Family("davenport_throttled_total", "Requests refused with 429."),
        Family("davenport_database_round_trip_seconds", "How long PostgreSQL took for a round trip."),
        Family("davenport_pool_wait_seconds", "How long a round trip waited for a connection to PostgreSQL, if it had to wait."),
        Family("davenport_pool_refused_total", "Round trips that got no connection to PostgreSQL."),
    ]
}

extension Registry {
    /// Creates a registry for a program, with the metrics that every program has.
    public static func ofProgram() -> Registry {
        let registry = Registry(Family.recorded)
        registry.observeProcess()
        return registry
    }

    /// Creates a registry for a program that runs to its end, such as one run of the push worker. It has no metrics of
    /// the process: the node exporter, which reads the file that the run writes, has such metrics itself.
    public static func ofRun() -> Registry { Registry(Family.recorded) }

    /// Adds a gauge that identifies the build of the program.
    /// - Parameter schema: the name of the last migration that the program knows, which becomes a label.
    public func observe(build schema: String) {
        #if DEBUG
            let configuration = "debug"
        #else
            let configuration = "release"
        #endif
        gauge(
            "davenport_build_info", "Which build runs: its version, the last migration that it knows, and how it was built.",
            labels: [("version", Release.current.version), ("schema", schema), ("configuration", configuration)]
        ) { 1 }
    }

    /// The metrics that a connection pool records about its round trips.
    public var poolMeasures: PoolMetrics {
        PoolMetrics(
            roundTrips: CoreMetrics.Timer(label: "davenport_database_round_trip_seconds", factory: self),
            waits: CoreMetrics.Timer(label: "davenport_pool_wait_seconds", factory: self),
            refusals: Counter(label: "davenport_pool_refused_total", factory: self))
    }

    /// Adds gauges of the number of a pool's connections, and of the round trips that wait for a connection.
    /// - Parameter size: the maximum number of connections that the pool opens.
    public func observe(_ pool: Pool, size: Int) {
        gauge("davenport_pool_size", "The largest number of connections to PostgreSQL.") { Double(size) }
        gauge("davenport_pool_open", "Connections to PostgreSQL that are open or being opened.") { Double(pool.statistics.open) }
        gauge("davenport_pool_busy", "Connections to PostgreSQL that run a statement or transaction.") { Double(pool.statistics.busy) }
        gauge("davenport_pool_waiting", "Round trips that wait for a connection to PostgreSQL.") { Double(pool.statistics.waiting) }
    }

    /// Serves the metrics over HTTP. If the configuration doesn't set the port and another program uses the default
    /// port, this function logs a warning and serves no metrics.
    /// - Parameter key: the name of the setting for the port, which errors mention.
    /// - Returns: nil if no metrics are served.
    /// - Throws: `Failure` if a port that the configuration sets isn't available, or if no program can listen at
    ///   `METRICS_HOST`.
    public func serve(
        at port: MetricsPort?, of host: String, from key: String, _ logger: Logger
    ) async throws -> MetricsEndpoint? {
        guard let port else { return nil }
        do {
            return try await MetricsEndpoint.open(host: host, port: port.number, of: self)
        } catch let error as AddressUnusable {
            let sentence = "Metrics can't be served at \(host):\(port.number), since \(error.reason)"
            guard !error.isOfHost else { throw Failure("\(sentence): set METRICS_HOST to an address of this machine.") }
            guard !port.isSet else { throw Failure("\(sentence): set \(key) to a port that is free, or to 0 for none.") }
            logger.warning("\(sentence), and \(key) names no other. The program runs without metrics.")
            return nil
        }
    }
}
