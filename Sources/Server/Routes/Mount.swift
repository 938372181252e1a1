import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird

/// Puts endpoints on the router, each with the guards that its declaration asks for.
package final class Mount {
    private let router: Router<DavenportContext>
    private let dependencies: Dependencies
    private let addresses: ClientAddresses
    private let areas: [AreaContract]
    private let measures: HTTPMeasures
    /// Of what has come in.
    private let limiter: RequestLimiter
    /// Of what comes in, which has time limits of its own.
    private let bodies = RequestLimiter()
    /// Of what comes in slowly at times, so that it doesn't hold up what else the same person asks.
    private let streams = RequestLimiter()
    private var mounted: Set<String> = []

    /// - Parameter areas: those whose endpoints are to be put there.
    init(
        _ router: Router<DavenportContext>, _ dependencies: Dependencies, _ addresses: ClientAddresses, areas: [AreaContract],
        measures: HTTPMeasures
    ) {
        self.router = router
        self.dependencies = dependencies
        self.addresses = addresses
        self.areas = areas
        self.measures = measures
        limiter = RequestLimiter(waitLimit: dependencies.database.waitLimit)
    }

    /// Answers an endpoint by a use case.
    package func on<Action: UseCase>(_ endpoint: Endpoint<Action.In, Action.Out>, _ action: Action.Type) throws
    where Action.In: Input, Action.Out: Codable {
        guard Self.asker(for: endpoint.who) == Action.Asker.self else { throw MountError.wrongAsker(endpoint.name) }
        guard mounted.insert(endpoint.name).inserted else { throw MountError.mountedTwice(endpoint.name) }
        let (useCase, authentication, clock) = (Action(dependencies), authentication(for: endpoint), dependencies.clock)
        let (route, isStreamed) = (measures.route(endpoint.method.rawValue, endpoint.path), Action.Out.self is Download.Type)
        router.on(RouterPath(endpoint.path), method: endpoint.method.http) { [areas] request, context in
            context.trace?.note(route, isStreamed: isStreamed)
            // The answer may be asked for twice, of the same input, which came when it had been read.
            let received = Lazy {
                let input = try await RequestReader.read(Action.In.self, of: endpoint, areas: areas, from: request, context)
                return (input: input, moment: clock.now)
            }
            return try await authentication(request, context, reading: { _ = try await received() }) { asker in
                guard let asker = asker as? Action.Asker else { throw Problem(.unauthenticated) }
                let (input, moment) = try await received()
                let answer = try await Receipt.$moment.withValue(moment) { try await useCase(asker, input) }
                return try AnswerWriter.response(answer, of: endpoint, to: request)
            }
        }
    }

    /// Fails where an endpoint of the areas has no use case, and where one is mounted that no area declares.
    func requireAll() throws {
        let declared = Set(areas.endpoints.map(\.name))
        for name in declared.subtracting(mounted).sorted() { throw MountError.unmounted(name) }
        for name in mounted.subtracting(declared).sorted() { throw MountError.undeclared(name) }
    }

    private func authentication(for endpoint: some EndpointDeclaration) -> Authentication {
        Authentication(
            who: endpoint.who, guards: Guards(of: endpoint), authenticate: .init(dependencies), resolveTenant: .init(dependencies),
            addresses: addresses, bodies: endpoint.takesStream ? streams : bodies, limiter: endpoint.takesStream ? streams : limiter,
            takesTurn: !endpoint.mayWait)
    }

    private static func asker(for who: Who) -> any Any.Type {
        switch who {
        case .anyone: Visitor.self
        case .basic: Applicant.self
        case .user, .roles: Caller.self
        }
    }
}

/// An endpoint and its use case that don't go together: a fault of the program, found when it starts.
enum MountError: Error {
    case wrongAsker(String)
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
