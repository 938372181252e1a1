import CoreMetrics
import Synchronization

/// The description of a metric: its name, its help text and, for a histogram, the bounds of its buckets.
public struct Family: Sendable {
    let name: String
    let help: String
    /// The upper bounds of a histogram's buckets in seconds, in ascending order. The registry adds a last bucket
    /// without a bound.
    let bounds: [Double]

    /// Describes a metric.
    /// - Parameters:
    ///   - name: the name, of letters, digits and `_`.
    ///   - help: the help text, one sentence.
    ///   - bounds: the upper bounds of a histogram's buckets in seconds, in ascending order.
    public init(
        _ name: String, _ help: String, bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    ) {
        (self.name, self.help, self.bounds) = (name, help, bounds)
    }
}

/// A value that is read when the page of metrics is made.
public struct Reading: Sendable {
    /// The type of the value. Prometheus computes rates of counters only.
    public enum Kind: Sendable {
        case counter, gauge
    }

    let family: Family
    let kind: MetricsPage.Kind
    let labels: [(String, String)]
    let value: Double

    /// Creates a reading.
    /// - Parameter labels: the names and values of the labels. A label must have few different values, and clients must
    ///   not be able to choose them.
    public init(_ kind: Kind, _ family: Family, labels: [(String, String)] = [], _ value: Double) {
        (self.kind, self.family, self.labels, self.value) = (kind == .counter ? .counter : .gauge, family, labels, value)
    }
}

/// A registry of metrics. It keeps the values that code records through swift-metrics, reads further values when a page
/// is made, and writes all of them in Prometheus' format.
///
/// Code that counts often should create its counter once, with this registry as the factory of `CoreMetrics`, and keep
/// it.
public final class Registry: MetricsFactory, Sendable {
    private struct State {
        var families: [String: Family]
        /// The recorded values, by the metric's name and then by labels.
        var cells: [String: [String: MetricValue]] = [:]
        var readers: [@Sendable () async -> [Reading]] = []
    }

    /// The maximum number of different sets of labels of one metric, each with a value of its own. Values with further
    /// sets of labels aren't counted.
    static let seriesLimit = 4096

    private let state: Mutex<State>

    /// Creates a registry.
    /// - Parameter families: the metrics that code records through swift-metrics. A recorded metric that isn't in this
    ///   list has its name as its help text.
    public init(_ families: [Family]) {
        state = Mutex(State(families: Dictionary(families.map { ($0.name, $0) }) { first, _ in first }))
    }

    /// Adds a gauge, which is read whenever a page is made.
    /// - Parameter labels: the names and values of the labels. Clients must not be able to choose them.
    public func gauge(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        readings { [Reading(.gauge, Family(name, help), labels: labels, read())] }
    }

    /// Adds a counter, which is read whenever a page is made. Its value must not decrease while the program runs.
    /// - Parameter labels: the names and values of the labels. Clients must not be able to choose them.
    public func counter(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        readings { [Reading(.counter, Family(name, help), labels: labels, read())] }
    }

    /// Adds a function that reads several values together whenever a page is made. If the function leaves a value out,
    /// the page lacks it.
    public func readings(_ read: @escaping @Sendable () async -> [Reading]) {
        state.withLock { $0.readers.append(read) }
    }

    /// Returns all metrics in Prometheus' text format. They are sorted by name, and the values of each by labels.
    public func text() async -> String { await page().text }

    func page() async -> MetricsPage {
        let state = state.withLock { $0 }
        var found: [String: (family: Family, kind: MetricsPage.Kind, series: [String: [MetricsPage.Sample]])] = [:]
        for (name, series) in state.cells {
            for (labels, cell) in series where labels.isEmpty || !cell.isEmpty {
                let family = state.families[name] ?? Family(name, name)
                found[name, default: (family, cell.kind, [:])].series[labels] = cell.samples(name, labels)
            }
        }
        for read in state.readers {
            for reading in await read() {
                let (name, labels) = (MetricsPage.name(reading.family.name), MetricsPage.labels(reading.labels))
                found[name, default: (reading.family, reading.kind, [:])].series[labels] = [MetricsPage.Sample(name, labels, reading.value)]
            }
        }
        var page = MetricsPage()
        for (family, kind, series) in found.values { page.add(family, kind, series.sorted { $0.key < $1.key }.flatMap { $0.value }) }
        return page
    }

    // Each of these functions returns the cell for a name and labels, and creates it at the first call. A recorder's
    // cell keeps only the last value.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { cell(.counter, label, dimensions) }
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { cell(.gauge, label, dimensions) }
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { cell(.histogram, label, dimensions) }
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        cell(.gauge, label, dimensions)
    }

    // These functions do nothing: Prometheus would take a counter that disappears and comes back for one that began
    // anew.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}

    /// Returns the cell that holds the value of a metric with these labels, and creates it at the first call. The page
    /// omits a cell beyond the limit of the metric's labels, or whose kind differs from the metric's other cells.
    private func cell(_ kind: MetricsPage.Kind, _ label: String, _ dimensions: [(String, String)]) -> MetricValue {
        let (name, labels) = (MetricsPage.name(label), MetricsPage.labels(dimensions))
        return state.withLock { state in
            let series = state.cells[name] ?? [:]
            let isKind = series.values.first.map { $0.kind == kind } ?? true
            if isKind, let known = series[labels] { return known }
            let cell = MetricValue(kind, bounds: kind == .histogram ? (state.families[name] ?? Family(name, name)).bounds : [])
            if isKind, series.count < Self.seriesLimit { state.cells[name, default: [:]][labels] = cell }
            return cell
        }
    }
}

/// Holds the value of one metric with one set of labels.
private final class MetricValue: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let kind: MetricsPage.Kind
    private let bounds: [Double]
    /// For a counter or gauge, the value is the first element. For a histogram, there is an element for each bucket:
    /// the number of durations that fall into it and into no lower bucket. The last element is then the sum of all
    /// durations in nanoseconds.
    private let values: Mutex<[Double]>

    init(_ kind: MetricsPage.Kind, bounds: [Double]) {
        (self.kind, self.bounds) = (kind, bounds)
        values = Mutex(Array(repeating: 0, count: bounds.count + 2))
    }

    /// Whether nothing was ever counted in this cell. The page omits such a cell if it has labels.
    var isEmpty: Bool { kind != .gauge && values.withLock { $0.allSatisfy { $0 == 0 } } }

    func increment(by amount: Int64) { increment(by: Double(max(0, amount))) }
    func increment(by amount: Double) { values.withLock { $0[0] += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func reset() { set(0.0) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { values.withLock { $0[0] = value } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func recordNanoseconds(_ duration: Int64) {
        let bucket = bounds.firstIndex { duration <= Int64($0 * 1_000_000_000) } ?? bounds.count
        values.withLock {
            $0[bucket] += 1
            $0[bounds.count + 1] += Double(max(0, duration))
        }
    }

    func samples(_ name: String, _ labels: String) -> [MetricsPage.Sample] {
        let values = values.withLock { $0 }
        guard kind == .histogram else { return [MetricsPage.Sample(name, labels, values[0])] }
        var total = 0.0
        let buckets = zip(bounds + [.infinity], values).map { bound, count in
            total += count
            return MetricsPage.Sample(name + "_bucket", labels + (labels.isEmpty ? "" : ",") + #"le="\#(MetricsPage.text(bound))""#, total)
        }
        return buckets + [
            MetricsPage.Sample(name + "_sum", labels, values[bounds.count + 1] / 1_000_000_000),
            MetricsPage.Sample(name + "_count", labels, total),
        ]
    }
}
