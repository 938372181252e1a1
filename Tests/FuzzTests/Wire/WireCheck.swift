import DavenportAPI
import Foundation
import NIOCore
import TestSupport

/// Sends made-up requests to a real server and holds the answers against the document.
enum WireCheck {
    /// Sends a request that is whole; its answer must be one that the endpoint declares, whatever it asks.
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
        // Beyond HTTP's own limits nobody looks at what is asked.
        if request.wire.count - request.body.count > 12_000 { return [] }
        // There is no catalogue here.
        if answer.status >= 500, answer.code != .catalogueUnavailable { return ["a fault of the server's own"] }
        if let expected = request.expected, answer.status != expected { return ["not the \(expected) that is certain"] }
        guard let method = DavenportAPI.Method(rawValue: request.method) else { return [] }
        // Where the router passes over an empty part of a path, the document's paths have none.
        guard !request.target.prefix(while: { $0 != "?" }).dropFirst().split(separator: "/", omittingEmptySubsequences: false).contains("")
        else { return [] }
        let body = Data(request.body)
        // What is JSON by its grammar alone, such as 1e400 in a field that nobody reads, says nothing against the document.
        let isReadable = (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil
        return try Contract.faults(of: answer, to: method, request.target, body: isReadable ? body : nil)
    }

    /// Sends bytes that are hardly HTTP. Whatever comes back, it is no fault of the server's own, and others are served as before.
    static func send(raw bytes: [UInt8], to world: World) async throws {
        let answer = try await Connection.exchange(world.fill(bytes), port: world.server.port, waitLimit: .milliseconds(50))
        let text = String(decoding: answer, as: UTF8.self)
        let isNoFault = !text.contains(#/HTTP/1\.1 5\d\d /#) || text.contains(Problem.Code.catalogueUnavailable.rawValue)
        try require(isNoFault, "no fault of the server's own: \(text.prefix(600))")
    }

    /// Whether the server still serves.
    static func checkHealth(of world: World) async throws {
        let answer = try await world.server.call(.get, "/health/ready")
        try require(answer.status == 200, "the server is well afterwards: \(answer)")
    }
}
