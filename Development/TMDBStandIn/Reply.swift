import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import StandIns

/// Answers one request, either correctly or as a rule says.
struct Reply {
    /// What a program that can't call the stand-in sends to `/control`. The path isn't in TMDB's API, and needs no key.
    private struct Control: Decodable {
        let rule: Rule?
        let clear: Bool?
    }

    let standIn: TMDBStandIn
    let request: WholeRequest
    let channel: any Channel

    func send() async throws {
        if request.path == "/control" { return try await send(control()) }
        standIn.record(RecordedRequest(request))
        guard let rule = standIn.rule(for: request.path) else { return try await send(rightAnswer) }
        if let delay = rule.delay { try await Task.sleep(for: .seconds(delay)) }
        switch rule.action {
        case .hold:
            await standIn.awaitRelease()
            try await send(rightAnswer)
        case .cut: try await channel.close().get()
        case .half: try await send(rightAnswer, half: true)
        default:
            let answer = rule.answer(insteadOf: rightAnswer, standIn.library.answers.errors)
            try await send(answer, announced: rule.action != .flood)
        }
    }

    private func control() -> StandInAnswer {
        do {
            let control = try JSONDecoder().decode(Control.self, from: Data(request.body.readableBytesView))
            if control.clear == true { standIn.clear() }
            if let rule = control.rule { standIn.add(rule) }
            return StandInAnswer(["ok": true])
        } catch {
            return StandInAnswer(status: 400, ["ok": false, "wrong": .string("\(error)")])
        }
    }

    private var rightAnswer: StandInAnswer {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        let (library, query) = (standIn.library, Query(request.query))
        do {
            if path.starts(with: ["t", "p"]) { return try StandInPicture(path: Array(path.dropFirst(2)), library).answer }
            if path.starts(with: ["api", "v1"]) {
                return OpenSubtitles(standIn: standIn, request: request).answer(Array(path.dropFirst(2)))
            }
            guard path.first == "3" else { throw Refusal(status: 404) }
            guard query["api_key"] == standIn.key || request.header("authorization") == "Bearer \(standIn.key)" else {
                throw Refusal(status: 401)
            }
            guard request.head.method == .GET else { throw Refusal(status: 405) }
            return StandInAnswer(
                try Router(library: library, query: query, imageBase: standIn.origin + "/t/p/").answer(Array(path.dropFirst())))
        } catch {
            let status = (error as? Refusal)?.status ?? 500
            return StandInAnswer(status: status, library.answers.errors[String(status)] ?? .null)
        }
    }

    // MARK: Sending

    private func write(_ part: HTTPServerResponsePart) async throws { try await channel.writeAndFlush(part).get() }

    /// - Parameters:
    ///   - half: whether the connection is closed after half of the body.
    ///   - announced: whether the response says how long its body is.
    private func send(_ answer: StandInAnswer, half: Bool = false, announced: Bool = true) async throws {
        var headers = answer.headers
        if announced { headers.add(name: "content-length", value: String(answer.body.count)) }
        try await write(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)))
        try await write(.body(.byteBuffer(ByteBuffer(bytes: answer.body.prefix(answer.body.count / (half ? 2 : 1))))))
        if !half { try await write(.end(nil)) }
        if half || !request.head.isKeepAlive { try await channel.close().get() }
    }
}
