import Foundation

/// A page of metrics in a file, written by a program that ends, for the textfile collector of Prometheus' node exporter.
///
/// Such a program counts from zero at each run, but Prometheus needs counters that grow. So they go on from the values in
/// the file.
public struct MetricsFile: Sendable {
    private let path: String

    /// - Parameter path: ends with `.prom`, or the node exporter doesn't read it. While it is written, the file `PATH.lock`
    ///   beside it is locked.
    public init(_ path: String) {
        self.path = path
    }

    /// Writes a registry's metrics, and adds the counters to those in the file. A reader sees either the old file or the
    /// new one, and runs that overlap add up.
    /// - Throws: an error of Foundation or the system if the file can't be written.
    public func write(_ registry: Registry) async throws {
        let page = await registry.text()
        // Only the owner may open the lock file: others could hold the lock.
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        let before = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let text = CountedPage(page).adding(CountedPage(before)).text
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        // The node exporter runs as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}

/// A page that was read from the file.
private struct CountedPage {
    private struct Entry {
        var head: [String] = []
        var isCount = false
        /// Names and labels in their order on the page.
        var keys: [String] = []
        var values: [String: Double] = [:]
    }

    private var entries: [String: Entry] = [:]

    /// Parses a page. Ignores lines that it can't read.
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

    /// Returns this page with the other one's counters added to its own. Other values stay as they are here.
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
