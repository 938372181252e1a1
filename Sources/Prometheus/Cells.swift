import CoreMetrics
import Synchronization

/// Keeps the value of one metric. Adding to it takes no lock.
protocol Cell: AnyObject, Sendable {
    var kind: Page.Kind { get }
    /// Whether the page omits it: it has labels and was never counted.
    var isEmpty: Bool { get }

    func write(to page: inout Page, _ name: String, _ labels: String)
}

/// The value of a counter, which only grows.
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

/// The value of a gauge, which goes up and down.
final class GaugeCell: Cell, MeterHandler, RecorderHandler {
    /// The bits of a floating-point number.
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

/// Counts durations in buckets. Each duration takes two atomic additions.
///
/// `@unchecked`: the pointer leads to atomic numbers, and never changes as long as the cell lives.
final class HistogramCell: Cell, TimerHandler, @unchecked Sendable {
    /// The upper bounds of the buckets, in nanoseconds.
    private let bounds: [Int64]
    private let labels: [String]
    /// The number of durations in each bucket, without those of lower buckets. There is one bucket more than there are
    /// bounds.
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

    /// Writes the histogram. Its count is the sum of the buckets, so that both always agree, even if durations are added
    /// meanwhile.
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
