import CoreMetrics
import Synchronization

/// Keeps what swift-metrics is told, and what is looked up when somebody asks, and writes all of it as Prometheus reads it.
///
/// Whoever counts often makes their counter once, by `CoreMetrics` with this as the factory, and keeps it: adding to it takes no lock.
public final class Registry: MetricsFactory, Sendable {
    private struct State {
        var families: [String: Family]
        var cells: [String: [String: any Cell]] = [:]
        var readers: [@Sendable () async -> [Reading]] = []
    }

    /// So many values one family has at most; more are counted nowhere.
    static let seriesLimit = 4096

    private let state: Mutex<State>

    /// - Parameter families: what is told by swift-metrics; of one that is not among them the page says nothing but its name.
    public init(_ families: [Family]) {
        state = Mutex(State(families: Dictionary(families.map { ($0.name, $0) }) { first, _ in first }))
    }

    // MARK: What is looked up when somebody asks

    /// Adds a value that goes up and down.
    /// - Parameter labels: names and values; never what others send.
    public func gauge(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        let family = Family(name, help)
        readings { [Reading(.gauge, family, labels: labels, read())] }
    }

    /// Adds a count that only grows while the program runs.
    /// - Parameter labels: names and values; never what others send.
    public func counter(_ name: String, _ help: String, labels: [(String, String)] = [], _ read: @escaping @Sendable () -> Double) {
        let family = Family(name, help)
        readings { [Reading(.counter, family, labels: labels, read())] }
    }

    /// Adds values that are found out together. Nothing is told of them where there are none.
    public func readings(_ read: @escaping @Sendable () async -> [Reading]) {
        state.withLock { $0.readers.append(read) }
    }

    // MARK: The page

    /// Everything, in Prometheus' text format: families by name, and the values of each by labels.
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

    // MARK: What swift-metrics asks for

    /// A counter that counts up. One of that name and labels is made once; beyond so many it counts nowhere.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions) { _ in CounterCell() } ?? NOOPMetricsHandler.instance
    }

    /// A gauge. One of that name and labels is made once; beyond so many it counts nowhere.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions) { _ in GaugeCell() } ?? NOOPMetricsHandler.instance
    }

    /// A recorder keeps its last value: what is to be sorted into buckets here are times.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        cell(label, dimensions) { _ in GaugeCell() } ?? NOOPMetricsHandler.instance
    }

    /// A histogram, by the bounds of its family. One of that name and labels is made once; beyond so many it counts nowhere.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, dimensions) { HistogramCell($0.bounds) } ?? NOOPMetricsHandler.instance
    }

    /// What was counted is still told: Prometheus takes a count that is gone for one that began anew.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// What was counted is still told: Prometheus takes a count that is gone for one that began anew.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// What was counted is still told: Prometheus takes a count that is gone for one that began anew.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// What was counted is still told: Prometheus takes a count that is gone for one that began anew.
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// The cell of that name and labels, made where there is none; nil where there are too many, or one of another kind.
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
