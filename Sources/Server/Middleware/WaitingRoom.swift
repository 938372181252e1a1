import DavenportAPI
import Domain
import Hummingbird

/// Answers requests of which some wait (rules.md 13.9): while one does, nothing of answering it is held but itself.
///
/// A task keeps the room of whatever it has called until it ends. So what may wait is answered in a task of its own, which is over when it
/// begins to wait, and from the beginning when it is woken: a session that has ended meanwhile is refused like any other.
struct WaitingRoom<Next: HTTPResponder>: HTTPResponder where Next.Context == DavenportContext {
    let next: Next

    func respond(to request: Request, context: DavenportContext) async throws -> Response {
        guard Self.mayWait(request) else { return try await next.respond(to: request, context: context) }
        var wait: Wait?
        defer { wait?.finish() }
        while true {
            do {
                return try await answer(request, context, after: wait)
            } catch let begun as Wait {
                wait = begun
                await begun.pause()
            }
        }
    }

    private func answer(_ request: Request, _ context: DavenportContext, after wait: Wait?) async throws -> Response {
        async let response = Wait.$current.withValue(wait) { try await next.respond(to: request, context: context) }
        return try await response
    }

    /// By the query alone: the endpoint isn't known yet.
    private static func mayWait(_ request: Request) -> Bool {
        request.uri.query != nil && request.uri.queryParameters[ChangesQuery.waitName[...]] != nil
    }
}
