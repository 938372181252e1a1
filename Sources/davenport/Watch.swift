import Catalogue
import Domain
import Logging
import Postgres
import Programs
import Prometheus
import Secrets
import Server
import Settings

/// Who watches a server: metrics on a port of their own, and a line for each request.
struct Watch {
    let registry = Registry.ofProgram()
    private let configuration: Configuration
    private let port: MetricsPort?
    private let lines: LineSink?
    private let logger: Logger

    /// - Parameters:
    ///   - host: where clients are served.
    ///   - port: theirs.
    ///   - isDevelopment: then nobody watches who doesn't ask for it by a port.
    /// - Throws: `Failure` where clients are to be served at the very port that is set for metrics.
    init(_ configuration: Configuration, besides host: String, _ port: Int, isDevelopment: Bool, logger: Logger) throws {
        (self.configuration, self.logger) = (configuration, logger)
        let wanted = isDevelopment && configuration.metricsPort?.isSet == false ? nil : configuration.metricsPort
        if let wanted, wanted.number == port, Self.overlap(host, configuration.metricsHost) {
            guard !wanted.isSet else { throw Failure("METRICS_PORT is the port to serve at, \(port): choose another, or 0 for none.") }
            logger.warning("Metrics are told nowhere, since their usual port, \(port), is the one to serve at: set METRICS_PORT.")
            self.port = nil
        } else {
            self.port = wanted
        }
        lines = isDevelopment || configuration.accessLog == .off ? nil : .standardError
    }

    /// Whether nobody can listen at a port of one where somebody does at the same of the other.
    private static func overlap(_ one: String, _ other: String) -> Bool {
        one == other || !["0.0.0.0", "::"].allSatisfy { $0 != one && $0 != other }
    }

    /// What the server is told of it.
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

    /// Begins to tell what there is.
    /// - Throws: `Failure` where the port that is set can't be had.
    func begin(
        _ pool: Pool, size: Int, _ hasher: PasswordHasher, _ catalogue: MediaCatalogue?, _ changeNotifier: ChangeNotifier, schema: String
    ) async throws -> MetricsEndpoint? {
        registry.observe(build: schema)
        registry.observe(pool, size: size)
        registry.observe(hasher, catalogue, lines)
        registry.observe(changeNotifier)
        return try await registry.tell(at: port, of: configuration.metricsHost, from: "METRICS_PORT", logger)
    }

    /// Writes what waits to be written.
    func end() {
        lines?.flush()
    }
}
