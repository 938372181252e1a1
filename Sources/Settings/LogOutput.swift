import Foundation
import Logging

extension Configuration {
    /// Makes a logger in the configured format, which never blocks.
    /// - Parameter sink: takes the lines; standard error unless given.
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
    /// Standard error, for the program's own lines and those of requests, so that each line is written whole. Lines that
    /// wait when the program ends are written then, even if it ends with an error.
    public static let standardError: LineSink = {
        atexit { LineSink.standardError.flush() }
        return LineSink()
    }()
}

/// Writes whole lines of text to a sink.
private struct LogStream: TextOutputStream, Sendable {
    let sink: LineSink

    mutating func write(_ line: String) { sink.take(Array(line.utf8), isOwn: true) }
}

/// Logs one JSON object a line, for log collectors.
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
