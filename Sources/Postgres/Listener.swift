import Logging

/// A connection of its own that LISTENs on channels, and comes back when it breaks.
public struct Listener: Sendable {
    /// What a reader is told.
    public enum Event: Sendable, Equatable {
        /// `NOTIFY` on one of the channels.
        case notification(channel: String, payload: String)
        /// It listens from now on, for the first time or again. What was notified before is lost: look for yourself.
        case reconnected
    }

    private let settings: Result<ConnectionSettings, any Error>
    private let channels: [String]
    private let logger: Logger

    /// How long it waits before it tries again to connect, by how often it has failed to in a row: longer each time, up to the two seconds
    /// in which whoever waits is to hear again, and not as long as the others who have lost the same server.
    static func pause(afterFailures failures: Int) -> Duration {
        .milliseconds(250 << min(max(0, failures - 1), 3)) * Double.random(in: 0.5...1)
    }

    /// Channels as they are written in quotes, so that case matters.
    public init(uri: String, channels: [String], applicationName: String = "listener", logger: Logger) {
        settings = Result { try ConnectionSettings(PoolConfiguration(uri: uri, applicationName: applicationName)) }
        self.channels = channels
        self.logger = logger
    }

    /// Listens from now until the stream is no longer read. Where a reader is too slow for all events, `.reconnected` stands for those
    /// dropped.
    public func events() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
            let task = Task {
                var failures = 0
                while !Task.isCancelled {
                    let (error, hasListened) = await listen(continuation)
                    if hasListened { failures = 0 }
                    if !Task.isCancelled, failures == 0 { logger.warning("not listening to PostgreSQL", metadata: ["error": "\(error)"]) }
                    failures += 1
                    try? await Task.sleep(for: Self.pause(afterFailures: failures))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns why the connection is over, and whether it had come to listen.
    private func listen(_ events: AsyncStream<Event>.Continuation) async -> (error: any Error, hasListened: Bool) {
        do {
            let connection = try await ListeningConnection.open(try settings.get(), channels: channels) { event in
                if case .dropped = events.yield(event) { events.yield(.reconnected) }
            }
            let end = await withTaskCancellationHandler {
                await connection.end()
            } onCancel: {
                connection.close(.closed)
            }
            return (end, connection.hasListened)
        } catch {
            return (error, false)
        }
    }
}
