import DavenportAPI
import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Answers requests: traces each from its head to its answer, and lets long polls wait (rule 13.9).
struct Responder: HTTPResponder {
    let tracing: Tracing
    let router: RouterResponder<DavenportContext>
    let logger: Logger
    private let date = AnswerDate()
    /// Counts the requests that are being answered.
    private let spare = MemoryTrimmer()
    /// Admits a limited number of long polls at a time.
    private let admission = LongPollAdmission()

    init(_ tracing: Tracing, _ router: RouterResponder<DavenportContext>, logger: Logger) {
        (self.tracing, self.router, self.logger) = (tracing, router, logger)
    }

    /// Answers a request of a connection, or returns the long poll that it waits for.
    func serve(_ request: Request, _ channel: any Channel) async throws -> AnswerProgress {
        try await begin(request, DavenportContext(source: ApplicationRequestContextSource(channel: channel, logger: logger)))
    }

    /// Answers a request, however long it waits.
    func respond(to request: Request, context: DavenportContext) async throws -> Response {
        var progress = try await begin(request, context)
        while true {
            switch progress {
            case .answered(let response): return response
            case .longPolls(let wait, let goOn):
                await wait.pause()
                progress = try await goOn()
            }
        }
    }

    private func begin(_ request: Request, _ context: DavenportContext) async throws -> AnswerProgress {
        var (request, context) = (request, context)
        let trace = tracing.begin(request, &context)
        let isHead = request.method == .head
        if isHead { request = request.asGet }
        return try await go(request, isHead: isHead, context, trace, after: nil)
    }

    /// Answers a request again from its beginning when its long poll is over. Nothing but the request is held meanwhile, so a
    /// session that has ended is refused like any other.
    /// - Parameter isHead: whether the client sent `HEAD`, which is answered as `GET` without the body (RFC 9110, 9.3.2).
    private func go(
        _ request: Request, isHead: Bool, _ context: DavenportContext, _ trace: RequestTrace, after last: LongPoll?
    ) async throws -> AnswerProgress {
        var wait: LongPoll?
        defer { if wait == nil { last?.finish() } }
        spare.enter()
        defer { spare.leave() }
        do {
            let answer =
                if Self.mayWait(request) {
                    try await LongPoll.$current.withValue(last) {
                        try await admission.take { try await router.respond(to: request, context: context) }
                    }
                } else {
                    try await router.respond(to: request, context: context)
                }
            var response = tracing.end(trace, isHead ? answer.createHeadResponse() : answer, context)
            response.headers[.date] = date.text
            return .answered(response)
        } catch let begun as LongPoll {
            wait = begun
            return .longPolls(begun) { try await go(request, isHead: isHead, context, trace, after: begun) }
        }
    }

    /// Decides by the query alone, since the endpoint isn't known yet.
    private static func mayWait(_ request: Request) -> Bool {
        request.method == .get && request.uri.query != nil && request.uri.queryParameters[ChangesQuery.waitName[...]] != nil
    }
}

extension Request {
    /// Returns the same request with the method `GET`.
    fileprivate var asGet: Request {
        var head = head
        head.method = .get
        return Request(head: head, body: body)
    }
}
