import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Writes an answer to its connection: what comes by and by as fast as it is taken. What is whole is kept, for whoever ends the answer to
/// write at one go.
final class ResponsePartsWriter: ResponseBodyWriter {
    /// What isn't written yet.
    private(set) var parts: [HTTPResponsePart]
    /// How many bytes of the body are to come; nil where nobody knows.
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

    /// Waits until it is taken.
    private func flush() async throws {
        let (parts, channel) = (parts, channel)
        self.parts = []
        try await channel.eventLoop.flatSubmit {
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            return parts.last.map { channel.writeAndFlush($0) } ?? channel.eventLoop.makeSucceededVoidFuture()
        }.get()
    }
}
