import DavenportAPI
import NIOCore
import NIOHTTP1
import StandIns
import Synchronization

/// Stands in for TMDB and OpenSubtitles.com in development and in tests. It speaks version 3 of TMDB's API for the shows and films in the
/// folder `Facts`, and sends the pictures of the folder `Pictures`. It can be slow, fail, throttle and answer wrongly, and it records the
/// requests that it receives.
///
/// A test starts its own stand-in on a port of its own, and configures the server with its URL and its key:
///
///     try await TMDBStandIn.run { tmdb in
///         tmdb.add(Rule(.answer, path: "/search", status: 429, retryAfter: "2", times: 1))
///         tmdb.change { $0.shows.removeAll { $0.id == 95396 } }
///         #expect(tmdb.asked.count { $0.path == "/3/search/multi" } == 1)
///         #expect(tmdb.asked.flatMap(\.faults) == [])
///     }
///
/// Rules apply to requests in the order in which the requests arrive. With `hold` and `clear()`, a test can collect
/// several requests before the stand-in answers the first.
public final class TMDBStandIn: Sendable {
    /// The default key, which clients send as `api_key` or as a bearer token.
    public static let usualKey = "0123456789abcdef0123456789abcdef"
    /// The only account at OpenSubtitles.com.
    public static let subtitleUser = "davenport"
    public static let subtitlePassword = "line by line"

    private struct State {
        var library: Library
        var rules = Rules<Rule>()
        var asked: [RecordedRequest] = []
        var held: [AsyncStream<Void>.Continuation] = []
        var port = 0
        /// The socket that accepts connections; nil before the start.
        var listener: (any Channel)?
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    public let key: String
    public var port: Int { state.withLock { $0.port } }
    private let log: RequestLog?
    private let state: Mutex<State>

    /// The value for the setting `TMDB_BASE_URL`, such as `http://127.0.0.1:8123/3`.
    public var url: String { origin + "/3" }

    /// The value for the setting `OPENSUBTITLES_BASE_URL`, such as `http://127.0.0.1:8123/api/v1`.
    public var subtitlesURL: String { origin + "/api/v1" }

    /// The stand-in's URL without a path, such as `http://127.0.0.1:8123`.
    public var origin: String { "http://127.0.0.1:\(port)" }

    private init(key: String, today: CalendarDate?, log: RequestLog?) throws {
        (self.key, self.log) = (key, log)
        state = Mutex(State(library: try Library(today: today)))
    }

    // MARK: Starting and ending

    /// Starts a stand-in, runs `body` with it, and stops it afterwards.
    @discardableResult
    public static func run<T>(
        key: String = usualKey, today: CalendarDate? = nil, _ body: (TMDBStandIn) async throws -> T
    ) async throws -> T {
        let standIn = try await start(key: key, today: today)
        do {
            let result = try await body(standIn)
            await standIn.stop()
            return result
        } catch {
            await standIn.stop()
            throw error
        }
    }

    /// Starts a stand-in, which listens only on the loopback address.
    /// - Parameters:
    ///   - port: the port to listen on; 0 lets the system choose a free one.
    ///   - today: the day that dates such as `today+7` are relative to. By default it is the machine's day in UTC.
    ///   - log: a file that records the requests; nil records them in memory only.
    package static func start(
        port: Int = 0, key: String = usualKey, today: CalendarDate? = nil, log: RequestLog? = nil
    ) async throws -> TMDBStandIn {
        let standIn = try TMDBStandIn(key: key, today: today, log: log)
        let listener = try await listen(port: port) { try standIn.begin($0) }
        standIn.state.withLock { state in (state.listener, state.port) = (listener, listener.localAddress?.port ?? port) }
        return standIn
    }

    /// Closes all connections, and refuses new ones.
    public func stop() async {
        try? await state.withLock { $0.listener }?.close().get()
        for connection in state.withLock({ $0.connections }).values { try? await connection.close().get() }
    }

    private func begin(_ connection: any Channel) throws {
        try connection.pipeline.syncOperations.configureHTTPServerPipeline()
        let collector = RequestCollector { [self] request, channel in
            // An error means that the client disconnected, or that the stand-in ends.
            let sending = Task { try? await Reply(standIn: self, request: request, channel: channel).send() }
            channel.closeFuture.whenComplete { _ in sending.cancel() }
        }
        try connection.pipeline.syncOperations.addHandler(collector)
        let id = ObjectIdentifier(connection)
        state.withLock { $0.connections[id] = connection }
        connection.closeFuture.whenComplete { [self] _ in state.withLock { $0.connections[id] = nil } }
    }

    // MARK: Control

    /// Adds a rule. It is in force until it has applied to as many requests as its `times` says, or until `clear()` is called.
    public func add(_ rule: Rule) { state.withLock { $0.rules.add(rule) } }

    /// Removes all rules, and sends the answers that a rule with `hold` delays.
    public func clear() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.rules.clear()
            return state.held
        }
        for request in held { request.finish() }
    }

    /// Changes the library of shows and films, or what the stand-in remembers as OpenSubtitles.com, such as the quota.
    @discardableResult
    public func change<Result: Sendable, E>(_ change: (inout Library) throws(E) -> Result) throws(E) -> Result {
        try state.withLock { state throws(E) in try change(&state.library) }
    }

    // MARK: Recorded requests

    /// All requests since the start or the last `forget()`, in the order in which they arrived.
    public var asked: [RecordedRequest] { state.withLock { $0.asked } }

    /// Empties the list of requests.
    public func forget() { state.withLock { $0.asked = [] } }

    func record(_ request: RecordedRequest) {
        state.withLock { $0.asked.append(request) }
        log?.add(request)
        log?.flush()
    }

    // MARK: For its connections

    /// Waits until `clear()` is called or the task is cancelled. The rule `hold` delays an answer with it.
    func awaitRelease() async {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.held.append(release) }
        for await _ in released {}
    }

    /// Returns the latest rule that matches a path, and counts this use of the rule; nil if none matches.
    func rule(for path: Substring) -> Rule? {
        let below = path.hasPrefix("/3/") ? path.dropFirst(2) : path
        return state.withLock { $0.rules.next { below.hasPrefix($0.path ?? "") } }
    }

    var library: Library { state.withLock { $0.library } }
}
