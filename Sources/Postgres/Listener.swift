import Logging

/// Listens on PostgreSQL channels over a connection of its own, and reconnects when that connection is lost.
public struct Listener: Sendable {
    /// An event that the listener yields.
    public enum Event: Sendable, Equatable {
        /// A `NOTIFY` on one of the channels.
        case notification(channel: String, payload: String)
        /// The listener is connected, for the first time or again. Notifications before this event may be lost, so the
        /// reader must query for changes itself.
        case reconnected
    }

    private let settings: Result<ConnectionSettings, any Error>
    private let channels: [String]
    private let logger: Logger

    /// Returns the pause before the next attempt to connect, from 125 ms up to two seconds. It doubles with each
    /// failure in a row, and its upper half is random, so that processes that lost the same server don't reconnect
    /// together.
    static func pause(afterFailures failures: Int) -> Duration {
        .milliseconds(250 << min(max(0, failures - 1), 3)) * Double.random(in: 0.5...1)
    }

    /// Creates a listener, which connects when `events` is called.
    /// - Parameter channels: the channels' names. They are quoted, so case matters.
    public init(uri: String, channels: [String], applicationName: String = "listener", logger: Logger) {
        settings = Result { try ConnectionSettings(PoolConfiguration(uri: uri, size: 1, applicationName: applicationName)) }
        self.channels = channels
        self.logger = logger
    }

    /// Listens until the returned stream is no longer read. At most 4,096 unread events are kept. Beyond that the
    /// oldest are dropped, and the reader gets `.reconnected` in their place.
    public func events() -> AsyncStream<Event> {
        AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
            let task = Task {
                var failures = 0
                while !Task.isCancelled {
                    let (error, hasListened) = await listen(continuation)
                    if hasListened { failures = 0 }
                    if !Task.isCancelled, failures == 0 { log(error) }
                    failures += 1
                    try? await Task.sleep(for: Self.pause(afterFailures: failures))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Logs the first failure in a row. If the database is away, the pool's statements fail too, and their log says so.
    private func log(_ error: any Error) {
        let level: Logger.Level = (error as? PostgresError)?.isUnavailable == true ? .debug : .warning
        logger.log(level: level, "not listening to PostgreSQL", metadata: ["error": "\(error)"])
    }

    /// Listens until the connection ends. Returns the reason for the end, and whether `LISTEN` had succeeded before.
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
