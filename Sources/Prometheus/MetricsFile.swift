import Foundation

/// A file with metrics that a program writes before it ends. The textfile collector of Prometheus' node exporter reads
/// it.
///
/// A program that ends counts from zero at each run, but Prometheus needs counters that only grow. So each run adds its
/// counters to the values that are already in the file.
public struct MetricsFile: Sendable {
    private let path: String

    /// Names the file without opening it.
    /// - Parameter path: the file's path, which must end with `.prom`, because the node exporter reads no other files.
    ///   The file `PATH.lock` beside it is locked while the metrics are written.
    public init(_ path: String) {
        self.path = path
    }

    /// Writes a registry's metrics to the file. To each counter it adds the value that the file has. A reader sees
    /// either the old file or the new one. Runs that end at the same time wait for each other, so no counts are lost.
    /// - Throws: an error of Foundation or the system if the file can't be written.
    public func write(_ registry: Registry) async throws {
        var page = await registry.page()
        // Only the owner may open the lock file: others could hold the lock.
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        if let before = try? String(contentsOfFile: path, encoding: .utf8) { page.add(countersOf: MetricsPage(before)) }
        try Data(page.text.utf8).write(to: URL(filePath: path), options: .atomic)
        // The node exporter runs as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}
