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

    /// How long it waits before it tries again to connect.
    private static let pause = Duration.milliseconds(500)

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
                var isAway = false
                while !Task.isCancelled {
                    let error = await listen(continuation)
                    if !Task.isCancelled, !isAway { logger.warning("not listening to PostgreSQL", metadata: ["error": "\(error)"]) }
                    if case PostgresError.connectionLost = error { isAway = false } else { isAway = true }
                    try? await Task.sleep(for: Self.pause)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns why the connection is over.
    private func listen(_ events: AsyncStream<Event>.Continuation) async -> any Error {
        do {
            let connection = try await ListeningConnection.open(try settings.get(), channels: channels) { event in
                if case .dropped = events.yield(event) { events.yield(.reconnected) }
            }
            return await withTaskCancellationHandler {
                await connection.end()
            } onCancel: {
                connection.close(.closed)
            }
        } catch {
            return error
        }
    }
}
