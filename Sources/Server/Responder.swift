import DavenportAPI
import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Answers requests: watches each from its head to its answer, and lets those wait that do (rules.md 13.9).
struct Responder: HTTPResponder {
    let tracing: Tracing
    let router: RouterResponder<DavenportContext>
    let logger: Logger
    private let date = AnswerDate()
    /// Of the requests that are being answered.
    private let spare = SpareMemory()
    /// Those that may wait.
    private let herd = Herd()

    init(_ tracing: Tracing, _ router: RouterResponder<DavenportContext>, logger: Logger) {
        (self.tracing, self.router, self.logger) = (tracing, router, logger)
    }

    /// Answers a request that came over a connection. Hummingbird's own way to do so makes a logger for each, and what it has called would
    /// be held for each that waits.
    func serve(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        let context = DavenportContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response = try await respond(to: request, context: context)
        response.headers[.date] = date.text
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
            // The rest of the request made no sense. Hummingbird would answer that, behind half of an answer.
            throw HalfAnswered()
        }
    }

    /// While a request waits, nothing of answering it is held but itself. A task keeps the room of whatever it has called until it ends: so
    /// what may wait is answered in a task of its own, which is over when it begins to wait, and from the beginning when it is woken. A
    /// session that has ended meanwhile is refused like any other.
    func respond(to request: Request, context: DavenportContext) async throws -> Response {
        var context = context
        let trace = tracing.begin(request, &context)
        guard Self.mayWait(request) else {
            spare.enter()
            defer { spare.leave() }
            return tracing.end(trace, try await router.respond(to: request, context: context), context)
        }
        var wait: Wait?
        defer { wait?.finish() }
        while true {
            do {
                spare.enter()
                defer { spare.leave() }
                let last = wait
                async let response = Wait.$current.withValue(last) { [context] in
                    try await herd.take { try await router.respond(to: request, context: context) }
                }
                return tracing.end(trace, try await response, context)
            } catch let begun as Wait {
                wait = begun
            }
            await wait?.pause()
        }
    }

    /// By the query alone: the endpoint isn't known yet.
    private static func mayWait(_ request: Request) -> Bool {
        request.method == .get && request.uri.query != nil && request.uri.queryParameters[ChangesQuery.waitName[...]] != nil
    }

    private struct HalfAnswered: Error {}
}
