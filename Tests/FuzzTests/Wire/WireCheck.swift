import DavenportAPI
import Foundation
import NIOCore
import TestSupport

/// Sends generated requests to a real server, and checks the answers against the document.
enum WireCheck {
    /// Sends a complete request. Its answer must be one that the endpoint declares.
    /// - Returns: its status.
    @discardableResult
    static func send(_ template: Template, to world: World) async throws -> Int {
        let request = template.filled(world)
        guard let answer = Answer(try await Connection.exchange(request.wire, port: world.server.port)) else {
            throw Broken("a request is answered")
        }
        let faults = try faults(of: answer, to: request)
        try require(faults.isEmpty, "the answer \(answer.status) is one that is declared: \(faults) \(answer.text.prefix(600))")
        return answer.status
    }

    private static func faults(of answer: Answer, to request: Template) throws -> [String] {
        // The server doesn't read a request beyond HTTP's own limits, so the document doesn't apply.
        if request.wire.count - request.body.count > 12_000 { return [] }
        // This server has no catalogue and no provider of subtitles. An answer to HEAD has no body that says so.
        let isFetch = request.target.contains("/subtitles/fetch")
        let isHeadOfMedia = request.target.hasPrefix("/v1/media") && answer.text.isEmpty
        let isProviderMissing = answer.code == .catalogueUnavailable || (isFetch && answer.code == .unavailable) || isHeadOfMedia
        if answer.status >= 500, !isProviderMissing { return ["a fault of the server's own"] }
        if let expected = request.expected, answer.status != expected { return ["not the \(expected) that is certain"] }
        guard let method = DavenportAPI.Method(rawValue: request.method) else { return [] }
        // The router skips empty path segments, and the document's paths have none.
        guard !request.target.prefix(while: { $0 != "?" }).dropFirst().split(separator: "/", omittingEmptySubsequences: false).contains("")
        else { return [] }
        let body = Data(request.body)
        // A body may be JSON only by the grammar, such as 1e400 in an unknown field. Then the document doesn't apply.
        let isReadable = (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil
        return try Contract.faults(of: answer, to: method, request.target, body: isReadable ? body : nil)
    }

    /// Sends malformed HTTP. The server must not answer with a server error, and must still serve other clients.
    static func send(raw bytes: [UInt8], to world: World) async throws {
        let answer = try await Connection.exchange(world.fill(bytes), port: world.server.port, waitLimit: .milliseconds(50))
        let text = String(decoding: answer, as: UTF8.self)
        let isNoFault = !text.contains(#/HTTP/1\.1 5\d\d /#) || text.contains(Problem.Code.catalogueUnavailable.rawValue)
        try require(isNoFault, "no fault of the server's own: \(text.prefix(600))")
    }

    /// Checks that the server still answers.
    static func checkHealth(of world: World) async throws {
        let answer = try await world.server.call(.get, "/health/ready")
        try require(answer.status == 200, "the server is well afterwards: \(answer)")
    }
}
