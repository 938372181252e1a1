import DavenportAPI
import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Answers requests, and traces each one from its head to its response. A request that long-polls waits for a change
/// (rule 13.9).
struct Responder: HTTPResponder {
    private let tracing: Tracing
    private let routes: RouteTable
    /// Answers preflight requests and adds CORS headers; nil if the configuration allows no other origins.
    private let crossOrigin: CrossOrigin?
    private let logger: Logger
    private let date = DateHeader()
    /// Counts the requests that are being answered. When their number has fallen to half of its peak, it returns free
    /// memory to the system.
    private let trimmer = MemoryTrimmer()
    /// Limits the number of long polls that begin or resume at the same time.
    private let admission = LongPollAdmission()

    /// Creates a responder.
    /// - Parameter origins: the origins whose pages may read answers.
    init(_ tracing: Tracing, _ routes: RouteTable, origins: [String], logger: Logger) {
        (self.tracing, self.routes, self.logger) = (tracing, routes, logger)
        crossOrigin =
            origins.isEmpty
            ? nil : CrossOrigin(origins: origins, preflight: tracing.metrics.preflight, methods: routes.problems.methods(at:))
    }

    /// Answers a request that came from a connection. If the request long-polls, the result isn't a response but the
    /// long poll, for which the connection waits.
    func serve(_ request: Request, _ channel: any Channel) async -> ResponseProgress {
        await begin(request, DavenportContext(source: ApplicationRequestContextSource(channel: channel, logger: logger)))
    }

    /// Answers a request. If the request long-polls, this function waits until the long poll ends.
    func respond(to request: Request, context: DavenportContext) async throws -> Response {
        var progress = await begin(request, context)
        while true {
            switch progress {
            case .answered(let response): return response
            case .waits(let pending):
                await pending.longPoll.pause()
                progress = try await pending.resume()
            }
        }
    }

    /// A request that is being answered, with its context and its trace.
    private struct TracedRequest: Sendable {
        let request: Request
        /// Whether the client sent `HEAD`, which is answered as `GET` without the body (RFC 9110, 9.3.2).
        let isHead: Bool
        let context: DavenportContext
        let trace: RequestTrace
    }

    private func begin(_ request: Request, _ context: DavenportContext) async -> ResponseProgress {
        var context = context
        let trace = tracing.begin(request, &context)
        let isHead = request.method == .head
        let traced = TracedRequest(request: isHead ? request.asGet : request, isHead: isHead, context: context, trace: trace)
        if let preflight = crossOrigin?.preflightResponse(to: request, context) { return .answered(finish(preflight, traced)) }
        return await run(traced) { try await answer(traced.request, context) }
    }

    private func answer(_ request: Request, _ context: DavenportContext) async throws -> ResponseProgress {
        // The router would skip an empty part of a path, so `//v1/me` would reach `/v1/me` past a proxy's rules for it.
        guard !request.uri.path.hasEmptyPart else { throw Problem(.notFound) }
        guard let longPoll = routes.longPoll(request) else {
            return .answered(try await routes.router.respond(to: request, context: context))
        }
        return try await admission.take { try await longPoll(request, context) }
    }

    /// Runs one step of answering a request. If the request then long-polls, the result contains the step that follows
    /// the long poll.
    private func run(_ traced: TracedRequest, _ step: () async throws -> ResponseProgress) async -> ResponseProgress {
        trimmer.enter()
        defer { trimmer.leave() }
        var response: Response
        do {
            switch try await step() {
            case .answered(let answer): response = answer
            case .waits(let pending):
                let resume: RequestTask.Step = { await run(traced) { try await admission.take { try await pending.resume() } } }
                return .waits(PendingResponse(longPoll: pending.longPoll, resume: resume))
            }
        } catch {
            response = routes.problems.response(to: error, traced.request, traced.context)
        }
        response.headers[.requestID] = traced.context.requestID
        response.headers.setSecurity()
        crossOrigin?.allow(traced.request, in: &response.headers)
        return .answered(finish(response, traced))
    }

    private func finish(_ answer: Response, _ traced: TracedRequest) -> Response {
        var response = tracing.end(traced.trace, traced.isHead ? answer.createHeadResponse() : answer, traced.context)
        response.headers[.date] = date.text
        response.headers[.echo] = RequestEcho.given(in: traced.request.headers)
        return response
    }
}

/// All routes of the server: those of the areas, of health checks, of the documentation, of the apps' files and of the web client.
struct RouteTable {
    let router: RouterResponder<DavenportContext>
    /// The handlers of endpoints that may long-poll, by path.
    private let longPolls: [String: LongPollHandler]
    /// Turns the errors of requests into responses.
    let problems: ProblemAnswers

    /// Creates all routes of the server.
    init(
        _ useCases: UseCases, areas: [AreaRoutes], readiness: CheckReadiness, shutdown: ShutdownState, metrics: HTTPMetrics,
        addresses: ClientAddresses, web: WebOptions?
    ) throws {
        let contracts = areas.map(\.contract)
        let others = Self.others + (web == nil ? [] : WebRoutes.patterns)
        problems = ProblemAnswers(
            routes: contracts.endpoints.map { .init(path: $0.path, method: $0.method) } + others.map { .init(path: $0, method: .get) })
        let router = Router(context: DavenportContext.self)
        router.add(middleware: problems)
        HealthRoutes(readiness: readiness, shutdown: shutdown, metrics: metrics).mount(on: router)
        DocumentRoutes(areas: contracts).mount(on: router, metrics)
        AppLinkRoutes(useCases: useCases, addresses: addresses, metrics: metrics).mount(on: router)
        if let web {
            WebRoutes(web: web, useCases: useCases, addresses: addresses, metrics: metrics).mount(on: router)
        }
        let mount = Mount(router, useCases, addresses, areas: contracts, metrics: metrics)
        for area in areas { try area.mount(mount) }
        try mount.requireAll()
        self.router = router.buildResponder()
        longPolls = mount.longPolls
    }

    /// Returns the handler of a request to an endpoint that may long-poll; nil for any other request.
    func longPoll(_ request: Request) -> LongPollHandler? {
        guard request.method == .get else { return nil }
        let path = request.uri.path
        return longPolls[path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path]
    }

    /// The paths outside of the API that every server has. Like the paths of the web client, they accept only `GET`.
    private static let others = [
        HealthRoutes.live, HealthRoutes.ready, DocumentRoutes.document, DocumentRoutes.page, AppLinkRoutes.apple, AppLinkRoutes.android,
    ]
}

extension Request {
    /// A copy of the request with the method `GET`.
    fileprivate var asGet: Request {
        var head = head
        head.method = .get
        return Request(head: head, body: body)
    }
}
