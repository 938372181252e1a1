import Catalogue
import Domain
import Logging
import Pictures
import Postgres
import Programs
import Prometheus
import Secrets
import Server
import Settings

/// The monitoring of a server: metrics on a port of their own, and a log line for each request.
struct Monitoring {
    let registry = Registry.ofProgram()
    private let configuration: Configuration
    private let port: MetricsPort?
    private let lines: LineSink?
    private let logger: Logger

    /// Decides from the configuration what to monitor.
    /// - Parameters:
    ///   - host: the address on which the server listens for clients.
    ///   - port: the port on which the server listens for clients.
    ///   - isDevelopment: whether `davenport dev` runs the server. If so, metrics are served only on a port that the
    ///     configuration sets, and requests aren't logged.
    /// - Throws: `Failure` if the port that the configuration sets for metrics is also the port for clients.
    init(_ configuration: Configuration, besides host: String, _ port: Int, isDevelopment: Bool, logger: Logger) throws {
        (self.configuration, self.logger) = (configuration, logger)
        let wanted = isDevelopment && configuration.metricsPort?.isSet == false ? nil : configuration.metricsPort
        if let wanted, wanted.number == port, Self.overlap(host, configuration.metricsHost) {
            guard !wanted.isSet else { throw Failure("METRICS_PORT is the port to serve at, \(port): choose another, or 0 for none.") }
            logger.warning("Metrics are not served, since their usual port, \(port), is the one for clients: set METRICS_PORT.")
            self.port = nil
        } else {
            self.port = wanted
        }
        lines = isDevelopment || configuration.accessLog == .off ? nil : .standardError
    }

    /// Whether the two addresses overlap, so that programs can't listen to both on the same port.
    private static func overlap(_ one: String, _ other: String) -> Bool {
        one == other || !["0.0.0.0", "::"].allSatisfy { $0 != one && $0 != other }
    }

    /// The server's options for metrics, access log and CORS.
    var serverOptions: ServerOptions {
        var serverOptions = ServerOptions()
        serverOptions.origins = configuration.corsOrigins
        serverOptions.metrics = registry
        serverOptions.accessLog = lines.map { lines in
            AccessLog(configuration.logFormat == .json ? .json : .text, showsAddress: configuration.accessLog == .address) {
                lines.take($0)
            }
        }
        return serverOptions
    }

    /// Adds the server's gauges to the registry, and serves the metrics.
    /// - Returns: the endpoint that serves the metrics; nil if none are served.
    /// - Throws: `Failure` if the port that the configuration sets isn't available.
    func begin(
        _ pool: Pool, size: Int, _ hasher: PasswordHasher, _ pictures: PictureProcess, _ catalogue: MediaCatalogue?,
        _ subtitles: SubtitleCatalogue?,
        _ changeNotifier: ChangeNotifier, schema: String
    ) async throws -> MetricsEndpoint? {
        registry.observe(build: schema)
        registry.observe(pool, size: size)
        registry.observe(hasher, catalogue, subtitles, lines)
        registry.observe(pictures)
        registry.observe(changeNotifier)
        return try await registry.serve(at: port, of: configuration.metricsHost, from: "METRICS_PORT", logger)
    }

    /// Writes the lines of the access log that are still waiting.
    func end() {
        lines?.flush()
    }
}
