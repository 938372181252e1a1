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
        var fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.mapValues(LoggedValue.init)
        fields["time"] = .text(Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        fields["level"] = .text(event.level.rawValue)
        fields["label"] = .text(label)
        fields["message"] = .text("\(event.message)")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var line = try? encoder.encode(fields) else { return }
        line.append(0x0A)
        sink.take(Array(line), isOwn: true)
    }
}

/// A value of a log line, in the form that JSON has for it.
private enum LoggedValue: Encodable {
    case text(String)
    case whole(Int)
    case number(Double)
    case list([LoggedValue])
    case fields([String: LoggedValue])

    init(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .array(let values): self = .list(values.map(LoggedValue.init))
        case .dictionary(let values): self = .fields(values.mapValues(LoggedValue.init))
        case .stringConvertible(let whole as Int): self = .whole(whole)
        // JSON has no infinite number.
        case .stringConvertible(let number as Double) where number.isFinite: self = .number(number)
        case .stringConvertible(let other): self = .text("\(other)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .whole(let number): try number.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .fields(let values): try values.encode(to: encoder)
        }
    }
}
