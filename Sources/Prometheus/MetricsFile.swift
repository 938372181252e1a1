import Foundation

/// A page of metrics in a file, for the textfile collector of Prometheus' node exporter: what a program leaves that runs and ends.
///
/// Such a program counts from nothing each time, and Prometheus looks at how counts grow. So they go on from what stands in the file.
public struct MetricsFile: Sendable {
    private let path: String

    /// - Parameter path: ends with `.prom`, or the node exporter doesn't read it. A file beside it, ending with `.lock`, is held meanwhile.
    public init(_ path: String) {
        self.path = path
    }

    /// Writes what a registry tells, counts added to those of before. Whoever reads sees the old file or the new one, and runs that overlap
    /// add up.
    /// - Throws: an error of Foundation or the system's where it can't be written.
    public func write(_ registry: Registry) async throws {
        let told = await registry.text()
        // Nobody else may open it, or they could hold the lock.
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        let before = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let text = CountedPage(told).adding(CountedPage(before)).text
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        // The node exporter is another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}

/// A page as it was written, read again.
private struct CountedPage {
    private struct Entry {
        var head: [String] = []
        var isCount = false
        /// By name and labels, in the order in which they stand.
        var keys: [String] = []
        var values: [String: Double] = [:]
    }

    private var entries: [String: Entry] = [:]

    /// What can't be read is passed over.
    init(_ text: String) {
        var family = ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# "), words.count == 4 {
                family = String(words[2])
                entries[family, default: Entry()].head.append(String(line))
                if words[1] == "TYPE" { entries[family]?.isCount = words[3] == "counter" || words[3] == "histogram" }
            } else if let space = line.lastIndex(of: " "), let value = Double(line[line.index(after: space)...]), value.isFinite,
                line.hasPrefix(family)
            {
                let key = String(line[..<space])
                if entries[family]?.values.updateValue(value, forKey: key) == nil { entries[family]?.keys.append(key) }
            }
        }
    }

    /// Counts of both, and of everything else what stands here.
    func adding(_ before: CountedPage) -> CountedPage {
        var sum = self
        for (name, old) in before.entries where old.isCount && name.hasPrefix("davenport_") {
            var entry = sum.entries[name] ?? old
            if sum.entries[name] != nil {
                guard entry.isCount else { continue }
                for key in old.keys {
                    if entry.values[key] == nil { entry.keys.append(key) }
                    entry.values[key, default: 0] += old.values[key] ?? 0
                }
            }
            sum.entries[name] = entry
        }
        return sum
    }

    var text: String {
        entries.sorted { $0.key < $1.key }.map { _, entry in
            (entry.head + entry.keys.map { "\($0) \(Page.text(entry.values[$0] ?? 0))" }).joined(separator: "\n") + "\n"
        }.joined()
    }
}
