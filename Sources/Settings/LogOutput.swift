import Foundation
import Logging

extension Configuration {
    /// Creates a logger that writes lines in the configured format and never blocks.
    /// - Parameter sink: writes the lines. The default sink writes to standard error.
    public func logger(label: String, to sink: LineSink = .standardError) -> Logger {
        let (level, format) = (logLevel, logFormat)
        return Logger(label: label) { label in
            var handler: any LogHandler =
                switch format {
                case .text: StreamLogHandler(label: label, stream: LogStream(sink: sink))
                case .json: JSONLogHandler(label: label, sink: sink)
                }
            handler.logLevel = level
            return handler
        }
    }
}

extension LineSink {
    /// The sink to standard error. The program's own lines and the lines of the access log share it, so that each line
    /// is written whole. When the program ends, even with an error, the lines that still wait are written.
    public static let standardError: LineSink = {
        atexit { LineSink.standardError.flush() }
        return LineSink()
    }()
}

/// A text stream that passes whole lines to a sink.
private struct LogStream: TextOutputStream, Sendable {
    let sink: LineSink

    mutating func write(_ line: String) { sink.take(Array(line.utf8), isOwn: true) }
}

/// A log handler that writes one JSON object a line, for log collectors.
struct JSONLogHandler: LogHandler {
    let label: String
    let sink: LineSink
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.mapValues { "\($0)" }
        fields["time"] = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        fields["level"] = event.level.rawValue
        fields["label"] = label
        fields["message"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var line = try? encoder.encode(fields) else { return }
        line.append(0x0A)
        sink.take(Array(line), isOwn: true)
    }
}
