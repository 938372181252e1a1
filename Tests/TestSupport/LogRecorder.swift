import Logging
import Synchronization

/// Records log messages.
public final class LogRecorder: Sendable {
    private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

    public init() {}

    /// A logger that writes to this recorder.
    public var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    /// All messages.
    public var texts: [String] { lines.withLock { $0.map(\.text) } }

    /// The messages logged as warnings.
    public var warnings: [String] { lines.withLock { $0.filter { $0.level == .warning }.map(\.text) } }

    /// All messages with their metadata, one a line.
    public var text: String { details.withLock { $0.joined(separator: "\n") } }

    private let details = Mutex<[String]>([])

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var logLevel: Logger.Level = .info
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.lines.withLock { $0.append((event.level, "\(event.message)")) }
            recorder.details.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
