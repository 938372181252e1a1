import CoreMetrics

/// What stands around a server: pages of other origins that may read its answers, and who watches it.
public struct ServerOptions: Sendable {
    /// The origins whose pages may read answers, as browsers write them: `https://sofa.example.org`.
    public var origins: [String] = []
    /// Takes a line for each request.
    public var accessLog: AccessLog?
    /// Where requests are counted.
    public var metrics: any MetricsFactory = NOOPMetricsHandler.instance

    /// Nobody, unless set.
    public init() {}
}
