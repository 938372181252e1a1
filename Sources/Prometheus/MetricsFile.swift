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
        var page = await registry.page()
        // Only the owner may open the lock file: others could hold the lock.
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        if let before = try? String(contentsOfFile: path, encoding: .utf8) { page.add(countersOf: Page(before)) }
        try Data(page.text.utf8).write(to: URL(filePath: path), options: .atomic)
        // The node exporter runs as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}
