import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird

/// Adds endpoints to the router, each with the access checks that its declaration requires.
package final class Mount {
    private let router: Router<DavenportContext>
    private let useCases: UseCases
    private let addresses: ClientAddresses
    private let areas: [AreaContract]
    private let metrics: HTTPMetrics
    /// Limits how many requests of one user are answered at once. A request counts from the time at which its body has
    /// been read.
    private let limiter: RequestLimiter
    /// Limits how many request bodies of one session are read at once. Reading a body has a time limit of its own.
    private let bodies = RequestLimiter()
    /// Limits how many streamed request bodies are read at once. They have a limiter of their own, because they can be
    /// slow and must not delay the same user's other requests.
    private let streams = RequestLimiter()
    private let countRequest: CountRequest
    private var mounted: Set<String> = []
    /// The handlers of endpoints that may long-poll, by path. All of these endpoints have the method `GET` and no path
    /// parameters.
    private(set) var longPolls: [String: LongPollHandler] = [:]

    /// Creates an object that adds endpoints to a router.
    /// - Parameter areas: the areas whose endpoints must be added, as `requireAll` checks.
    init(
        _ router: Router<DavenportContext>, _ useCases: UseCases, _ addresses: ClientAddresses, areas: [AreaContract],
        metrics: HTTPMetrics
    ) {
        self.router = router
        self.useCases = useCases
        self.addresses = addresses
        self.areas = areas
        self.metrics = metrics
        limiter = RequestLimiter(waitLimit: useCases.database.waitLimit)
        countRequest = CountRequest(useCases)
    }

    /// Adds an endpoint that a use case answers.
    /// - Throws: `MountError` if the endpoint is already mounted, or if the use case expects another kind of sender
    ///   than the endpoint admits.
    package func on<Asker: Principal, In: Input, Out: Codable>(
        _ endpoint: Endpoint<In, Out>, _ useCase: @escaping UseCase<Asker, In, Out>
    ) throws {
        guard !endpoint.mayWait else { throw MountError.wrongKind(endpoint.name) }
        let (useCase, answer) = (useCase(useCases), try answering(endpoint, of: Asker.self, with: Response.self))
        router.on(RouterPath(endpoint.path), method: endpoint.method.http) { request, context in
            try await answer(request, context) { asker, input in
                try ResponseWriter.response(try await useCase(asker, input), of: endpoint, to: request)
            }
        }
    }

    /// Adds an endpoint that may long-poll.
    /// - Throws: `MountError` if the endpoint is already mounted. An endpoint must also be declared to long-poll, with
    ///   the method `GET` and without path parameters.
    package func on<In: Input, Out: Codable>(_ endpoint: Endpoint<In, Out>, _ useCase: @escaping LongPollingUseCase<In, Out>) throws {
        guard endpoint.mayWait, endpoint.method == .get, endpoint.pathParameters.isEmpty else { throw MountError.wrongKind(endpoint.name) }
        let (useCase, answer) = (useCase(useCases), try answering(endpoint, of: Caller.self, with: ResponseProgress.self))
        // After a long poll, the request is authenticated again, so a session that ended meanwhile is refused.
        @Sendable func poll(
            _ request: Request, _ context: DavenportContext, _ pending: PendingAnswer<Out>?
        ) async throws -> ResponseProgress {
            var isWaiting = false
            defer { if !isWaiting { pending?.longPoll.finish() } }
            return try await answer(request, context) { caller, input in
                switch try await useCase(caller, input, pending) {
                case .answered(let answer): return .answered(try ResponseWriter.response(answer, of: endpoint, to: request))
                case .waits(let pending):
                    isWaiting = true
                    return .waits(PendingResponse(longPoll: pending.longPoll) { try await poll(request, context, pending) })
                }
            }
        }
        longPolls[endpoint.path] = { try await poll($0, $1, nil) }
    }

    /// Returns a function with three parameters: a request, its context and a closure. It authenticates the request's
    /// sender, reads the endpoint's input, and calls the closure with both. If the cached caller turns out to be wrong, it
    /// calls the closure again for the right one; what must not happen again is in `OncePerRequest`.
    private func answering<In: Input, Out: Codable, Asker: Principal, Answer>(
        _ endpoint: Endpoint<In, Out>, of type: Asker.Type, with answer: Answer.Type
    ) throws -> @Sendable (Request, DavenportContext, (Asker, In) async throws -> Answer) async throws -> Answer {
        guard Self.asker(for: endpoint.who) == type else { throw MountError.wrongAsker(endpoint.name) }
        guard mounted.insert(endpoint.name).inserted else { throw MountError.mountedTwice(endpoint.name) }
        let (authentication, clock) = (authentication(for: endpoint), useCases.clock)
        let (route, isStreamed) = (metrics.route(endpoint.method.rawValue, endpoint.path), Out.self is Download.Type)
        let beginsSession = endpoint.sessionEffect == .begins
        let allowance = RequestRates.allowance(of: endpoint)
        return { [areas, countRequest] request, context, answer in
            context.trace?.setRoute(route, isStreamed: isStreamed)
            try ClientAge.admit(request)
            if beginsSession { try SessionCookie.admit(request) }
            let once = OncePerRequest(
                read: {
                    let input = try await RequestReader.read(In.self, of: endpoint, areas: areas, from: request, context)
                    return (input, clock.now)
                },
                count: { sender in if let allowance { try await countRequest(allowance, by: sender) } })
            return try await authentication(request, context, reading: { _ = try await once.received() }) { principal in
                guard var asker = principal as? Asker else { throw Problem(.unauthenticated) }
                let (input, moment) = try await once.received()
                asker.request.receivedAt = moment
                asker.request.authority = request.head.authority
                try await once.counted(by: asker)
                return try await answer(asker, input)
            }
        }
    }

    /// Checks that the mounted endpoints are exactly those that the areas declare.
    func requireAll() throws {
        let declared = Set(areas.endpoints.map(\.name))
        for name in declared.subtracting(mounted).sorted() { throw MountError.unmounted(name) }
        for name in mounted.subtracting(declared).sorted() { throw MountError.undeclared(name) }
    }

    private func authentication(for endpoint: some EndpointDeclaration) -> Authentication {
        Authentication(
            who: endpoint.who, guards: Guards(of: endpoint), useCases: useCases, addresses: addresses,
            bodies: endpoint.takesStream ? streams : bodies, limiter: endpoint.takesStream ? streams : limiter,
            isLimited: !endpoint.mayWait)
    }

    private static func asker(for who: Who) -> any Any.Type {
        switch who {
        case .anyone: Visitor.self
        case .stranger: Stranger.self
        case .basic: Applicant.self
        case .user, .roles: Caller.self
        case .key: KeyHolder.self
        }
    }
}

/// A function that begins to answer a request to an endpoint that may long-poll.
typealias LongPollHandler = @Sendable (Request, DavenportContext) async throws -> ResponseProgress

/// A mismatch between the declared endpoints and the use cases. This is a programming error, and the server with it
/// doesn't start.
enum MountError: Error {
    case wrongAsker(String)
    /// The endpoint is declared to long-poll but its use case can't, or the use case can but the endpoint isn't
    /// declared to.
    case wrongKind(String)
    case mountedTwice(String)
    case unmounted(String)
    case undeclared(String)
}

extension DavenportAPI.Method {
    package var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}
