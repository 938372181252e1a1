import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

extension DavenportServer {
    /// Answers a request without a connection, as if the request came from this machine. It doesn't validate the head
    /// and body as it does for bytes from a connection.
    ///
    /// The server needn't run. Tests use this function, unless they test the connection itself.
    public func answer(_ head: HTTPRequest, body: [UInt8] = []) async throws -> (head: HTTPResponse, body: [UInt8]) {
        let request = Request(head: head, body: .init(buffer: ByteBuffer(bytes: body)))
        let context = DavenportContext(logger: application.logger, peer: try SocketAddress(ipAddress: "127.0.0.1", port: 0))
        let response = try await application.responder.respond(to: request, context: context)
        let collected = CollectedBody()
        try await response.body.write(collected)
        return (response.head, collected.bytes)
    }
}

/// Collects the body of a response in memory.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) {
        bytes += buffer.readableBytesView
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
