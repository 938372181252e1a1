import CoreMetrics
import Synchronization

/// Keeps the values that are recorded through swift-metrics, reads further values on demand, and writes all of them in
/// Prometheus' format.
///
/// Code that counts often makes its counter once, through `CoreMetrics` with this as the factory, and keeps it. Adding to
/// it takes no lock.
public final class Registry: MetricsFactory, Sendable {
    private struct State {
        var families: [String: Family]
        var cells: [String: [String: any Cell]] = [:]
        var readers: [@Sendable () async -> [Reading]] = []
    }

    /// The most values of one family. Values beyond them aren't counted.
    static let seriesLimit = 4096

    private let state: Mutex<State>

    /// - Parameter families: the metrics that are recorded through swift-metrics. A metric of another name has no help
    ///   text.
    public init(_ families: [Family]) {
        state = Mutex(State(families: Dictionary(families.map { ($0.name, $0) }) { first, _ in first }))
    }

    // MARK: Values that are read on demand

    /// Adds a gauge, which is read on demand.
    /// - Parameter labels: names and values. Clients must not choose them.
    public func gauge(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        let family = Family(name, help)
        readings { [Reading(.gauge, family, labels: labels, read())] }
    }

    /// Adds a counter that only grows while the program runs. It is read on demand.
    /// - Parameter labels: names and values. Clients must not choose them.
    public func counter(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        let family = Family(name, help)
        readings { [Reading(.counter, family, labels: labels, read())] }
    }

    /// Adds values that are read together on demand. Values that are missing from the result aren't on the page.
    public func readings(_ read: @escaping @Sendable () async -> [Reading]) {
        state.withLock { $0.readers.append(read) }
    }

    // MARK: The page

    /// Returns all metrics in Prometheus' text format: families sorted by name, and their values by labels.
    public func text() async -> String {
        let (families, cells, readers) = state.withLock { ($0.families, $0.cells, $0.readers) }
        var found: [String: (family: Family, kind: Page.Kind, lines: [String: Line])] = [:]
        for (name, series) in cells {
            for (labels, cell) in series where labels.isEmpty || !cell.isEmpty {
                found[name, default: (families[name] ?? Family(name, name), cell.kind, [:])].lines[labels] = .cell(cell)
            }
        }
        for read in readers {
            for reading in await read() {
                let (name, kind) = (Page.name(reading.family.name), Page.Kind(rawValue: reading.kind.rawValue) ?? .gauge)
                found[name, default: (reading.family, kind, [:])].lines[Page.labels(reading.labels)] = .value(reading.value)
            }
        }
        var page = Page()
        for (name, entry) in found.sorted(by: { $0.key < $1.key }) {
            page.begin(name, entry.kind, entry.family.help)
            for (labels, line) in entry.lines.sorted(by: { $0.key < $1.key }) {
                switch line {
                case .cell(let cell): cell.write(to: &page, name, labels)
                case .value(let value): page.line(name, labels, Page.text(value))
                }
            }
        }
        return page.text
    }

    private enum Line {
        case cell(any Cell)
        case value(Double)
    }

    // MARK: swift-metrics' factory

    /// Returns the counter of that name and labels, made at the first call. Beyond the family's limit, it counts nowhere.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions) { _ in CounterCell() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the gauge of that name and labels, made at the first call. Beyond the family's limit, it counts nowhere.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions) { _ in GaugeCell() } ?? NOOPMetricsHandler.instance
    }

    /// Returns a gauge that keeps the last value: only timers have buckets here.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        cell(label, dimensions) { _ in GaugeCell() } ?? NOOPMetricsHandler.instance
    }

    /// Returns the histogram of that name and labels, made at the first call. Beyond the family's limit, it counts nowhere.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, dimensions) { HistogramCell($0.bounds) } ?? NOOPMetricsHandler.instance
    }

    /// Does nothing: Prometheus would take a counter that disappeared and came back for one that began anew.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: Prometheus would take a gauge that disappeared and came back for one that began anew.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing: Prometheus would take a gauge that disappeared and came back for one that began anew.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing: Prometheus would take a histogram that disappeared and came back for one that began anew.
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns the cell of that name and labels, made at the first call; nil beyond the limit, or if the cell has another
    /// kind.
    private func cell<Kept: Cell>(_ label: String, _ dimensions: [(String, String)], _ make: (Family) -> Kept) -> Kept? {
        let (name, labels) = (Page.name(label), Page.labels(dimensions))
        return state.withLock { state in
            if let known = state.cells[name]?[labels] { return known as? Kept }
            if let other = state.cells[name]?.values.first, !(other is Kept) { return nil }
            guard state.cells[name, default: [:]].count < Self.seriesLimit else { return nil }
            let cell = make(state.families[name] ?? Family(name, name))
            state.cells[name, default: [:]][labels] = cell
            return cell
        }
    }
}
