import CoreMetrics
import Foundation
import TestSupport
import Testing

@testable import Prometheus

@Suite("rules 22: metrics of single runs")
struct MetricsFileTests {
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-metrics-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "run.prom").path)
    }

    /// Writes the metrics of a run that sends this many notifications, some of which fail.
    private func run(_ path: String, sent: Int, failed: [String: Int] = [:], due: Double) async throws {
        let registry = Registry([])
        registry.counter("davenport_sent_total", "Sent.") { Double(sent) }
        for (reason, count) in failed {
            registry.counter("davenport_failed_total", "Failed.", labels: [("reason", reason)]) { Double(count) }
        }
        registry.gauge("davenport_due", "Due.") { due }
        Timer(label: "davenport_took_seconds", factory: registry).recordSeconds(1)
        try await MetricsFile(path).write(registry)
    }

    /// Shows rule 22.9.
    @Test("Counters continue from run to run, also those that a run lacks, and gauges are the last run's")
    func addsUp() async throws {
        try await withFile { path in
            try await run(path, sent: 3, failed: ["a reason": 1], due: 5)
            try await run(path, sent: 4, due: 0)
            try await run(path, sent: 5, failed: ["a reason": 2, "other": 1], due: 7)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n")
            #expect(
                Set(lines).isSuperset(
                    of: [
                        "davenport_sent_total 12", #"davenport_failed_total{reason="a reason"} 3"#,
                        #"davenport_failed_total{reason="other"} 1"#,
                        "davenport_due 7", "davenport_took_seconds_count 3", #"davenport_took_seconds_bucket{le="1"} 3"#,
                        "# TYPE davenport_sent_total counter",
                    ].map { $0[...] }), "\(text)")
            #expect(Set(lines).count == lines.count)
            let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(rights == 0o644)
            let lockRights = try FileManager.default.attributesOfItem(atPath: path + ".lock")[.posixPermissions] as? Int
            #expect(lockRights == 0o600, "a process that can open the lock can block every run")
        }
    }

    /// Shows rule 22.9.
    @Test("Overlapping runs lose no counts")
    func overlap() async throws {
        try await withFile { path in
            try await concurrently(0..<16) { _ in try await run(path, sent: 2, due: 0) }
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains("davenport_sent_total 32\n"))
        }
    }

    /// Shows rule 22.9.
    @Test(
        "An unreadable file counts from zero",
        arguments: [
            "", "nonsense\n", "# TYPE davenport_sent_total counter\ndavenport_sent_total x\n",
            "# TYPE davenport_sent_total counter\ndavenport_sent_total NaN\n",
            "# TYPE davenport_sent_total counter\ndavenport_sent_total inf\n",
        ])
    func nonsense(before: String) async throws {
        try await withFile { path in
            try Data(before.utf8).write(to: URL(filePath: path))
            try await run(path, sent: 2, due: 0)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("davenport_sent_total 2\n") && !text.contains("nonsense"))
        }
    }
}
