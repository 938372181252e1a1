import DavenportAPI
import NIOCore
import NIOHTTP1

/// Answers one request, either correctly or as a rule says.
struct Reply {
    let standIn: TMDBStandIn
    let request: WholeRequest
    let channel: any Channel

    func send() async throws {
        if let control = FaultControl(request, standIn) { return try await send(control.answer) }
        standIn.record(RecordedRequest(request.head, bodySize: request.body.readableBytes))
        guard let rule = standIn.rule(for: request.ruledPath) else { return try await send(rightAnswer) }
        if let delay = rule.delay, rule.action != .drip { try await Task.sleep(for: .seconds(delay)) }
        switch rule.action {
        case .hold:
            await standIn.awaitRelease()
            try await send(rightAnswer)
        // The connection stays open until the client closes it.
        case .silence: break
        case .cut: try await channel.close().get()
        case .half: try await sendHalf(rightAnswer)
        case .drip: try await drip(rightAnswer, every: rule.delay ?? 0.1)
        case .flood: try await flood(rule.bytes ?? 100 << 20)
        case .answer, .garble, .mistype, .redirect, .empty, .page: try await send(rule.answer(insteadOf: rightAnswer))
        }
    }

    private var rightAnswer: StandInAnswer {
        let path = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        do {
            if path.starts(with: ["t", "p"]) { return try Poster(path: Array(path.dropFirst(2)), standIn.router.library).answer }
            if path.starts(with: ["api", "v1"]) {
                return OpenSubtitles(standIn: standIn, request: request).answer(Array(path.dropFirst(2)))
            }
            guard path.first == "3" else { throw StandInRefusal.notFound }
            guard request.shows(standIn.key) else { throw StandInRefusal.invalidKey }
            guard request.head.method == .GET else { throw StandInRefusal.wrongMethod }
            return StandInAnswer(try standIn.router.answer(Array(path.dropFirst()), request.query))
        } catch let refusal as StandInRefusal {
            return StandInAnswer(refusal)
        } catch is RejectedQuery {
            return RejectedQuery.answer
        } catch {
            return StandInAnswer(StandInRefusal.with(status: 500))
        }
    }

    // MARK: Sending

    private func write(_ part: HTTPServerResponsePart) async throws { try await channel.writeAndFlush(part).get() }

    private func write(_ bytes: some Collection<UInt8>) async throws { try await write(.body(.byteBuffer(ByteBuffer(bytes: bytes)))) }

    private func writeHead(_ answer: StandInAnswer, length: Int?) async throws {
        var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
        if let length { headers.replaceOrAdd(name: "content-length", value: String(length)) }
        try await write(.head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)))
    }

    private func send(_ answer: StandInAnswer) async throws {
        try await writeHead(answer, length: answer.body.count)
        try await write(answer.body)
        try await write(.end(nil))
        if !request.head.isKeepAlive { try await channel.close().get() }
    }

    private func sendHalf(_ answer: StandInAnswer) async throws {
        try await writeHead(answer, length: answer.body.count)
        try await write(answer.body.prefix(answer.body.count / 2))
        try await channel.close().get()
    }

    private func drip(_ answer: StandInAnswer, every seconds: Double) async throws {
        try await writeHead(answer, length: answer.body.count)
        for byte in answer.body {
            try await Task.sleep(for: .seconds(seconds))
            try await write([byte])
        }
        try await write(.end(nil))
    }

    /// Sends JSON that is never complete. It has a string of `count` bytes.
    private func flood(_ count: Int) async throws {
        try await writeHead(StandInAnswer([]), length: nil)
        try await write(#"{"page":1,"results":[{"name":""#.utf8)
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
        for sent in stride(from: 0, to: count, by: piece.count) { try await write(piece.prefix(count - sent)) }
        try await write(.end(nil))
        try await channel.close().get()
    }
}
