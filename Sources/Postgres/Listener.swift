import Logging

/// A connection of its own that LISTENs on channels, and comes back when it breaks.
public struct Listener: Sendable {
    public enum Event: Sendable, Equatable {
        case notification(channel: String, payload: String)
        /// It listens from now on, for the first time or again. What was notified before is lost: look for yourself.
        case reconnected
    }

    private let configuration: PoolConfiguration
    private let channels: [String]
    private let logger: Logger

    public init(uri: String, channels: [String], logger: Logger) {
        configuration = PoolConfiguration(uri: uri, applicationName: "listener")
        self.channels = channels
        self.logger = logger
    }

    /// Listens from now until the stream is no longer read. Where a reader is so slow that events are dropped, `.reconnected` takes their place.
    public func events() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
            let task = Task {
                while !Task.isCancelled {
                    do {
                        try await listen(continuation)
                    } catch {
                        if !Task.isCancelled { logger.warning("not listening to PostgreSQL", metadata: ["error": "\(error)"]) }
                    }
                    try? await Task.sleep(for: .milliseconds(500))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns or throws when the connection is over.
    private func listen(_ events: AsyncStream<Event>.Continuation) async throws {
        let connection = try await ListeningConnection.open(try ConnectionSettings(configuration), channels: channels) { event in
            if case .dropped = events.yield(event) { events.yield(.reconnected) }
        }
        try await withTaskCancellationHandler {
            try await connection.untilClosed()
        } onCancel: {
            connection.close(.closed)
        }
    }
}
