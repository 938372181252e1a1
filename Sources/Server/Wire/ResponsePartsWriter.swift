import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Writes a response to its connection. It writes a streamed body as fast as the client receives it. It keeps the last
/// parts in `parts` instead of writing them, so that the caller can write them together with the response's end.
final class ResponsePartsWriter: ResponseBodyWriter {
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
