import DavenportAPI
import NIOCore
import NIOPosix
import Synchronization

/// Stands in for TMDB, in development and in the tests: speaks version 3 of its API for the shows and films of `Facts`, draws their
/// posters, can be slow, fail, throttle and lie, and notes what it was asked.
///
/// A test starts one of its own, on a port of its own, and gives the server its address and its key:
///
///     try await TMDBStandIn.run { tmdb in
///         // TMDB_BASE_URL is tmdb.url, with its /3, and TMDB_API_KEY is tmdb.key.
///         tmdb.add(Rule(.answer, path: "/search", status: 429, retryAfter: "2", times: 1))
///         try tmdb.apply(Edit(.remove, show: 95396, season: 2, episode: 3))
///         #expect(tmdb.asked.count { $0.path == "/3/search/multi" } == 1)
///         #expect(tmdb.asked.flatMap(\.faults) == [])
///     }
///
/// Requests meet the rules in the order of their arrival; `hold` and `release()` let a test have them all arrive before one is answered.
public final class TMDBStandIn: Sendable {
    /// The key that it takes unless it is given another: as `api_key`, or as a bearer token.
    public static let usualKey = "0123456789abcdef0123456789abcdef"

    private struct State {
        var library: Library
        var rules = Rules()
        var asked: [AskedRequest] = []
        var held: [AsyncStream<Void>.Continuation] = []
        var listener: Listener?
    }

    public let key: String
    /// Kept while it refuses connections.
    public let port: Int
    private let today: CalendarDate
    private let log: (@Sendable (String) -> Void)?
    private let state: Mutex<State>

    /// What `TMDB_BASE_URL` is: `http://127.0.0.1:8123/3`.
    public var url: String { origin + "/3" }

    /// Without a path: `http://127.0.0.1:8123`.
    public var origin: String { "http://127.0.0.1:\(port)" }

    private init(_ library: Library, key: String, today: CalendarDate, log: (@Sendable (String) -> Void)?, listener: Listener) {
        (self.key, self.today, self.log, self.port) = (key, today, log, listener.port)
        state = Mutex(State(library: library, listener: listener))
    }

    // MARK: Starting and ending

    /// Starts one, and ends it after the body.
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

    /// Listens on the loopback address alone.
    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - today: the day that dates such as `today+7` are counted from, and up to which episodes have aired; the machine's, in UTC, unless
    ///     given.
    ///   - log: takes a line of JSON for each request.
    public static func start(
        port: Int = 0, key: String = usualKey, today: CalendarDate? = nil, log: (@Sendable (String) -> Void)? = nil
    ) async throws -> TMDBStandIn {
        let today = today ?? .todayInUTC
        let library = try Library(today: today)
        let listener = try await Listener(port: port)
        let standIn = TMDBStandIn(library, key: key, today: today, log: log, listener: listener)
        listener.serve(standIn)
        return standIn
    }

    /// Ends all connections; those that come are refused from now on.
    public func stop() async {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        await listener?.stop()
    }

    /// Takes connections again, on the same port, after `stop()`.
    public func resume() async throws {
        guard state.withLock({ $0.listener == nil }) else { return }
        let listener = try await Listener(port: port)
        state.withLock { $0.listener = listener }
        listener.serve(self)
    }

    // MARK: What it is told

    /// Has it do this from now on, until the rule is used up or `clear()`.
    /// - Parameter rule: one that `Rule.check()` finds possible.
    public func add(_ rule: Rule) { state.withLock { $0.rules.add(rule) } }

    /// Ends all rules.
    public func clear() { state.withLock { $0.rules.clear() } }

    /// Ends all rules, and lets the requests go on that are held.
    public func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.rules.clear()
            return state.held
        }
        for request in held { request.finish() }
    }

    /// Changes what it knows.
    /// - Throws: `CannotEdit`.
    public func apply(_ edit: Edit) throws { try change { try $0.apply(edit) } }

    /// Changes what it knows in any way.
    public func change<E>(_ change: (inout Library) throws(E) -> Void) throws(E) {
        try state.withLock { state throws(E) in try change(&state.library) }
    }

    // MARK: What it was asked

    /// All requests since the start or `forget()`, in the order in which they came, those for posters among them.
    public var asked: [AskedRequest] { state.withLock { $0.asked } }

    /// Begins the list of requests anew.
    public func forget() { state.withLock { $0.asked = [] } }

    func record(_ request: AskedRequest) {
        state.withLock { $0.asked.append(request) }
        log?(request.line)
    }

    // MARK: For its connections

    /// Returns once the request may go on, or the task is cancelled.
    func awaitRelease() async {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.held.append(release) }
        for await _ in released {}
    }

    /// The rule for this path below `/3`, if there is one. It counts as used.
    func rule(for path: String) -> Rule? { state.withLock { $0.rules.next(for: path) } }

    var router: Router { Router(library: state.withLock { $0.library }, today: today, imageBase: origin + "/t/p/") }
}
