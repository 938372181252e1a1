/// All metrics of one name: its help text and, for a histogram, the bounds of its buckets.
public struct Family: Sendable {
    /// The metric's name: letters, digits and `_`.
    public let name: String
    /// The help text, one sentence.
    public let help: String
    /// The upper bounds of the buckets in seconds, rising. The last bucket, without a bound, is added.
    let bounds: [Double]

    /// - Parameter bounds: the upper bounds of a histogram's buckets, in seconds and rising.
    public init(_ name: String, _ help: String, bounds: [Double] = Family.moments) {
        (self.name, self.help, self.bounds) = (name, help, bounds)
    }

    /// Bounds for durations from a millisecond to some seconds.
    public static let moments: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}

/// One value that is read when the page is made.
public struct Reading: Sendable {
    /// The type of the value. Prometheus computes rates of counters only.
    public enum Kind: String, Sendable {
        case counter, gauge
    }

    let family: Family
    let kind: Kind
    let labels: [(String, String)]
    let value: Double

    /// - Parameter labels: names and values. Their number must be small, and clients must not choose their values.
    public init(_ kind: Kind, _ family: Family, labels: [(String, String)] = [], _ value: Double) {
        (self.kind, self.family, self.labels, self.value) = (kind, family, labels, value)
    }
}
