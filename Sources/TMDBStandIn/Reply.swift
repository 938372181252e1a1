import DavenportAPI
import NIOCore
import NIOHTTP1

/// Answers one request: with the right answer, or as a rule says.
struct Reply {
    /// The state of the connection after the reply.
    enum Ending {
        case next, closed
        /// It stays open, without a reply, until the client closes it.
        case silent
    }

    let standIn: TMDBStandIn
    let request: WholeRequest
    let outbound: Conversation.Outbound

    func send() async throws -> Ending {
        if let control = Control(request, standIn) { return try await send(control.answer) }
        standIn.record(RecordedRequest(request.head, bodySize: request.body.readableBytes))
        guard let rule = standIn.rule(for: request.ruledPath) else { return try await send(rightAnswer) }
        if let delay = rule.delay, rule.action != .drip { try await Task.sleep(for: .seconds(delay)) }
        switch rule.action {
        case .hold:
            await standIn.awaitRelease()
            return try await send(rightAnswer)
        case .silence: return .silent
        case .cut: return .closed
        case .half: return try await sendHalf(rightAnswer)
        case .drip: return try await drip(rightAnswer, every: rule.delay ?? 0.1)
        case .flood: return try await flood(rule.bytes ?? 100 << 20)
        case .answer, .garble, .mistype, .redirect, .empty, .page: return try await send(rule.answer(insteadOf: rightAnswer))
        }
    }

    private var rightAnswer: Answer {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        do {
            if path.starts(with: ["t", "p"]) { return try Poster(path: Array(path.dropFirst(2)), standIn.router.library).answer }
            guard path.first == "3" else { throw Refusal.notFound }
            guard request.shows(standIn.key) else { throw Refusal.invalidKey }
            guard request.head.method == .GET else { throw Refusal.wrongMethod }
            return Answer(try standIn.router.answer(Array(path.dropFirst()), request.query))
        } catch let refusal as Refusal {
            return Answer(refusal)
        } catch is RejectedQuery {
            return RejectedQuery.answer
        } catch {
            return Answer(Refusal.with(status: 500))
        }
    }

    // MARK: Sending

    private func head(_ answer: Answer, length: Int?) -> HTTPServerResponsePart {
        var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
        if let length { headers.replaceOrAdd(name: "content-length", value: String(length)) }
        return .head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers))
    }

    private func send(_ answer: Answer) async throws -> Ending {
        try await outbound.write(contentsOf: [head(answer, length: answer.body.count), .body(bytes(answer.body[...])), .end(nil)])
        return request.head.isKeepAlive ? .next : .closed
    }

    private func sendHalf(_ answer: Answer) async throws -> Ending {
        let half = answer.body.prefix(answer.body.count / 2)
        try await outbound.write(contentsOf: [head(answer, length: answer.body.count), .body(bytes(half))])
        return .closed
    }

    private func drip(_ answer: Answer, every seconds: Double) async throws -> Ending {
        try await outbound.write(head(answer, length: answer.body.count))
        for index in answer.body.indices {
            try await Task.sleep(for: .seconds(seconds))
            try await outbound.write(.body(bytes(answer.body[index...index])))
        }
        try await outbound.write(.end(nil))
        return .next
    }

    /// Sends JSON without an end.
    private func flood(_ count: Int) async throws -> Ending {
        try await outbound.write(head(Answer([]), length: nil))
        try await outbound.write(.body(bytes(Array(#"{"page":1,"results":[{"name":""#.utf8)[...])))
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        var left = count
        while left > 0 {
            try await outbound.write(.body(bytes(piece.prefix(left))))
            left -= piece.count
        }
        try await outbound.write(.end(nil))
        return .closed
    }

    private func bytes(_ bytes: ArraySlice<UInt8>) -> IOData { .byteBuffer(ByteBuffer(bytes: bytes)) }
}
