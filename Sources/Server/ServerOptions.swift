import CoreMetrics

/// A server's optional settings: allowed origins, access log, metrics and web client.
public struct ServerOptions: Sendable {
    /// The origins whose pages may read responses, as browsers write them: `https://sofa.example.org`.
    public var origins: [String] = []
    /// Writes a line for each request; nil turns the access log off.
    public var accessLog: AccessLog?
    /// The backend for the server's metrics.
    public var metrics: any MetricsFactory = NOOPMetricsHandler.instance
    /// The web client, or nil if only the API is served.
    public var web: WebOptions?

    /// Creates options without origins, access log, metrics or web client.
    public init() {}
}
