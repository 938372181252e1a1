/// All metrics of one name: what the page says of it, and of a histogram where its buckets end.
public struct Family: Sendable {
    /// As Prometheus wants it: letters, digits and `_`.
    public let name: String
    /// What it counts, in a sentence.
    public let help: String
    /// Up to where each bucket reaches, in seconds and rising; the last, without an end, is added.
    let bounds: [Double]

    /// - Parameter bounds: of a histogram, up to where each bucket reaches, in seconds and rising.
    public init(_ name: String, _ help: String, bounds: [Double] = Family.moments) {
        (self.name, self.help, self.bounds) = (name, help, bounds)
    }

    /// For what takes from a millisecond to some seconds.
    public static let moments: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}

/// One value that is looked up when somebody asks for all.
public struct Reading: Sendable {
    /// What Prometheus may do with it: of a count it looks at how fast it grows.
    public enum Kind: String, Sendable {
        case counter, gauge
    }

    let family: Family
    let kind: Kind
    let labels: [(String, String)]
    let value: Double

    /// - Parameter labels: names and values; few of them, and never what others send.
    public init(_ kind: Kind, _ family: Family, labels: [(String, String)] = [], _ value: Double) {
        (self.kind, self.family, self.labels, self.value) = (kind, family, labels, value)
    }
}
