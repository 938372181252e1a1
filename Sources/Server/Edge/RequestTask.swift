import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Answers the requests of a connection, one after another, each in a task of its own. So an idle connection holds no
/// task.
final class RequestTask {
    typealias Answer = @Sendable (Request, any Channel) async throws -> ResponseProgress
    typealias Step = @Sendable () async throws -> ResponseProgress

    /// The outcome of a step of an answer: the last parts of a response, whose earlier parts are written already, or a long poll. It is
    /// nil if the step failed.
    private typealias Outcome = LongPollOutcome<[HTTPResponsePart], PendingResponse>?

    private let channel: any Channel
    private let answer: Answer
    private let completed: ([HTTPResponsePart]?) -> Void
    /// The task that answers the current request.
    private(set) var task: Task<Void, Never>?
    /// The long poll that holds the current request.
    private var longPoll: LongPoll?
    private var isAbandoned = false

    /// - Parameters:
    ///   - answer: answers a request.
    ///   - completed: called with the last parts of a response, or with nil if there is no response.
    init(_ channel: any Channel, answer: @escaping Answer, completed: @escaping ([HTTPResponsePart]?) -> Void) {
        (self.channel, self.answer, self.completed) = (channel, answer, completed)
    }

    func begin(_ request: Request) {
        run { [answer, channel] in try await answer(request, channel) }
    }

    /// Cancels the request of a client that is gone, together with its PostgreSQL query.
    /// - Parameter grace: the time that the running task has to end by itself. A long poll ends at once.
    func abandon(after grace: TimeAmount) {
        isAbandoned = true
        longPoll?.abandon()
        if let task { channel.eventLoop.scheduleTask(in: grace) { task.cancel() } }
    }

    func cancel() {
        longPoll?.abandon()
        task?.cancel()
    }

    /// Runs one step of an answer in a task. A task keeps the memory of its deepest call until it ends, so the task
    /// ends when a long poll begins.
    private func run(_ step: @escaping Step) {
        let (channel, this) = (channel, NIOLoopBound(self, eventLoop: channel.eventLoop))
        let task = Task.detached { @Sendable in
            let outcome = await Self.outcome(of: step, channel)
            channel.eventLoop.execute { this.value.end(outcome) }
        }
        if isAbandoned { task.cancel() }
        self.task = task
    }

    private static func outcome(of step: Step, _ channel: any Channel) async -> Outcome {
        do {
            switch try await step() {
            case .waits(let pending): return .waits(pending)
            case .answered(let response):
                let writer = ResponsePartsWriter(response, channel)
                try await response.body.write(writer)
                return .answered(writer.parts)
            }
        } catch {
            return nil
        }
    }

    private func end(_ outcome: Outcome) {
        task = nil
        switch outcome {
        case .answered(let parts): completed(parts)
        case .waits(let pending): wait(for: pending.longPoll, pending.resume)
        case nil: completed(nil)
        }
    }

    private func wait(for longPoll: LongPoll, _ resume: @escaping Step) {
        self.longPoll = longPoll
        let (loop, this) = (channel.eventLoop, NIOLoopBound(self, eventLoop: channel.eventLoop))
        longPoll.whenOver {
            loop.execute {
                this.value.longPoll = nil
                this.value.run(resume)
            }
        }
        if isAbandoned { longPoll.abandon() }
    }
}

/// The result of a step in answering a request: the response, or a long poll.
typealias ResponseProgress = LongPollOutcome<Response, PendingResponse>

/// A request that waits for a change, and for which no task runs. When the long poll is over, `resume` goes on.
struct PendingResponse: Sendable {
    let longPoll: LongPoll
    let resume: @Sendable () async throws -> ResponseProgress
}

/// Writes a response to its connection. It writes a streamed body as fast as the client receives it. It keeps the last
/// parts in `parts` instead of writing them, so that the caller can write them together with the response's end.
private final class ResponsePartsWriter: ResponseBodyWriter {
    /// The parts of the response that haven't been written yet.
    private(set) var parts: [HTTPResponsePart]
    /// The number of bytes of the body that are still to come; nil if unknown.
    private var left: Int?
    private let channel: any Channel

    init(_ response: Response, _ channel: any Channel) {
        parts = [.head(response.head)]
        left = response.body.contentLength
        self.channel = channel
    }

    func write(_ buffer: ByteBuffer) async throws {
        parts.append(.body(buffer))
        left = left.map { $0 - buffer.readableBytes }
        if left != 0 { try await flush() }
    }

    func finish(_ trailingHeaders: HTTPFields?) {
        parts.append(.end(trailingHeaders))
    }

    /// Writes the collected parts and waits until the connection has taken them.
    private func flush() async throws {
        let (parts, channel) = (parts, channel)
        self.parts = []
        try await channel.eventLoop.flatSubmit {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            return parts.last.map { channel.writeAndFlush($0) } ?? channel.eventLoop.makeSucceededVoidFuture()
        }.get()
    }
}
