import CoreMetrics
import Testing

@testable import Prometheus

@Suite("rules 22: the Prometheus text format")
struct RegistryTests {
    /// Shows rule 22.7.
    @Test("Counters, gauges and histograms are sorted, and each family has its header once")
    func page() async {
        let registry = Registry([
            Family("asked_total", "How often\nwas asked, \\ in all."), Family("took_seconds", "How long it took.", bounds: [0.1, 2.5]),
        ])
        Counter(label: "asked_total", dimensions: [("route", "/b"), ("method", "GET")], factory: registry).increment()
        Counter(label: "asked_total", dimensions: [("route", "/a"), ("method", "GET")], factory: registry).increment(by: 41)
        let timer = Timer(label: "took_seconds", factory: registry)
        for milliseconds in [100, 101, 2500, 2501] { timer.recordMilliseconds(milliseconds) }
        let meter = Meter(label: "open", factory: registry)
        meter.increment(by: 3)
        meter.decrement()
        registry.gauge("waiting", "Who waits.") { 0.25 }
        registry.counter("done_total", "What is done.", labels: [("by", "me")]) { 7 }
        #expect(
            await registry.text() == #"""
                # HELP asked_total How often\nwas asked, \\ in all.
                # TYPE asked_total counter
                asked_total{method="GET",route="/a"} 41
                asked_total{method="GET",route="/b"} 1
                # HELP done_total What is done.
                # TYPE done_total counter
                done_total{by="me"} 7
                # HELP open open
                # TYPE open gauge
                open 2
                # HELP took_seconds How long it took.
                # TYPE took_seconds histogram
                took_seconds_bucket{le="0.1"} 1
                took_seconds_bucket{le="2.5"} 3
                took_seconds_bucket{le="+Inf"} 4
                took_seconds_sum 5.202
                took_seconds_count 4
                # HELP waiting Who waits.
                # TYPE waiting gauge
                waiting 0.25

                """#)
    }

    /// Shows rule 22.7.
    @Test(
        "A label's value is escaped, so that it can't end the label or the line",
        arguments: [
            (#"a"b"#, #"a\"b"#), ("a\nb", #"a\nb"#), (#"a\"#, #"a\\"#), ("a\"\u{301}", "a\\\"\u{301}"), ("ä", "ä"), ("", ""),
        ])
    func labels(value: String, written: String) async {
        let registry = Registry([])
        Counter(label: "a-b", dimensions: [("1 x", value)], factory: registry).increment()
        #expect(await registry.text() == "# HELP a_b a_b\n# TYPE a_b counter\na_b{_1_x=\"\(written)\"} 1\n")
    }

    /// Shows rule 22.7.
    @Test("Numbers have Go's format")
    func numbers() {
        let texts = [0, -0.5, 1e21, .nan, .infinity, -.infinity, 1e-7, 12_345_678_901].map(MetricsPage.text)
        #expect(texts == ["0", "-0.5", "1e+21", "NaN", "+Inf", "-Inf", "1e-07", "12345678901"])
    }

    /// Shows rule 22.7.
    @Test("The same name gives the same counter everywhere, and a name has one type")
    func same() async {
        let registry = Registry([])
        for _ in 0..<3 { Counter(label: "one", factory: registry).increment() }
        Meter(label: "one", factory: registry).set(9)
        Meter(label: "one", dimensions: [("a", "b")], factory: registry).set(9)
        #expect(await registry.text() == "# HELP one one\n# TYPE one counter\none 3\n")
    }

    /// Shows rule 22.7.
    @Test("The number of series in a family is limited")
    func bounded() async {
        let registry = Registry([])
        for number in 0..<(Registry.seriesLimit + 100) {
            Counter(label: "many", dimensions: [("number", "\(number)")], factory: registry).increment()
        }
        #expect(await registry.text().split(separator: "\n").count == Registry.seriesLimit + 2)
    }

    /// Shows rule 22.7.
    @Test("Concurrent counts are never lost, and metrics that were never counted are omitted")
    func atOnce() async {
        let registry = Registry([])
        let (counter, meter) = (Counter(label: "counted", factory: registry), Meter(label: "met", factory: registry))
        let timer = Timer(label: "took", factory: registry)
        _ = Counter(label: "never", dimensions: [("a", "b")], factory: registry)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<2000 {
                        counter.increment()
                        meter.increment()
                        timer.recordNanoseconds(number * 1_000_000)
                    }
                }
            }
        }
        let lines = Set(await registry.text().split(separator: "\n"))
        #expect(lines.isSuperset(of: ["counted 16000", "met 16000", "took_count 16000", #"took_bucket{le="0.001"} 16"#]))
        #expect(!lines.contains { $0.contains("never") })
    }

    /// Shows rule 22.7.
    @Test("A program exports its memory, processor time and open files")
    func process() async throws {
        let registry = Registry([])
        registry.observeProcess()
        let values = await registry.text().split(separator: "\n").filter { !$0.hasPrefix("#") }
            .reduce(into: [String: Double]()) { $0[String($1.prefix { $0 != " " })] = Double($1.drop { $0 != " " }.dropFirst()) }
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_virtual_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_cpu_seconds_total"]) >= 0)
        #expect(try #require(values["process_open_fds"]) > 2)
        #expect(try #require(values["process_start_time_seconds"]) > 1_600_000_000)
    }
}
