import CoreMetrics
import Synchronization

/// What keeps the value of one metric. Adding to it takes no lock.
protocol Cell: AnyObject, Sendable {
    var kind: Page.Kind { get }
    /// Whether it is left out of the page: what has labels and never happened.
    var isEmpty: Bool { get }

    func write(to page: inout Page, _ name: String, _ labels: String)
}

/// Counts up.
final class CounterCell: Cell, CounterHandler {
    private let value = Atomic<Int64>(0)

    let kind = Page.Kind.counter
    var isEmpty: Bool { value.load(ordering: .relaxed) == 0 }

    func increment(by amount: Int64) { value.wrappingAdd(max(0, amount), ordering: .relaxed) }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(to page: inout Page, _ name: String, _ labels: String) {
        page.line(name, labels, "\(value.load(ordering: .relaxed))")
    }
}

/// Goes up and down.
final class GaugeCell: Cell, MeterHandler, RecorderHandler {
    /// A floating-point number's bits.
    private let bits = Atomic<UInt64>(0)

    let kind = Page.Kind.gauge
    let isEmpty = false

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func decrement(by amount: Double) { increment(by: -amount) }

    func increment(by amount: Double) {
        var (isDone, old) = (false, bits.load(ordering: .relaxed))
        while !isDone {
            let new = (Double(bitPattern: old) + amount).bitPattern
            (isDone, old) = bits.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
        }
    }

    func write(to page: inout Page, _ name: String, _ labels: String) {
        page.line(name, labels, Page.text(Double(bitPattern: bits.load(ordering: .relaxed))))
    }
}

/// Sorts times into buckets: two additions for each.
///
/// `@unchecked`: what the pointer leads to are atomic numbers, and it never changes as long as the cell lives.
final class HistogramCell: Cell, TimerHandler, @unchecked Sendable {
    /// In nanoseconds.
    private let bounds: [Int64]
    private let labels: [String]
    /// How many fell into each bucket and no lower one; one more than there are bounds.
    private let counts: UnsafeMutablePointer<Atomic<Int>>
    private let sum = Atomic<Int64>(0)

    let kind = Page.Kind.histogram

    init(_ bounds: [Double]) {
        self.bounds = bounds.map { Int64($0 * 1_000_000_000) }
        labels = bounds.map(Page.text) + ["+Inf"]
        counts = .allocate(capacity: bounds.count + 1)
        for index in 0...bounds.count { (counts + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counts.deinitialize(count: bounds.count + 1)
        counts.deallocate()
    }

    var isEmpty: Bool { (0...bounds.count).allSatisfy { counts[$0].load(ordering: .relaxed) == 0 } }

    func recordNanoseconds(_ duration: Int64) {
        var index = 0
        while index < bounds.count, bounds[index] < duration { index += 1 }
        counts[index].wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(max(0, duration), ordering: .relaxed)
    }

    /// The count is the sum of what the buckets say, so that the two never differ whatever is added meanwhile.
    func write(to page: inout Page, _ name: String, _ labels: String) {
        var total = 0
        for index in 0...bounds.count {
            total &+= counts[index].load(ordering: .relaxed)
            let bound = #"le="\#(self.labels[index])""#
            page.line(name + "_bucket", labels.isEmpty ? bound : "\(labels),\(bound)", "\(total)")
        }
        page.line(name + "_sum", labels, Page.text(Double(sum.load(ordering: .relaxed)) / 1_000_000_000))
        page.line(name + "_count", labels, "\(total)")
    }
}
