import NIOCore
import NIOPosix
import TestSupport

/// A connection that sends exact bytes, which an HTTP client would repair.
enum RawConnection {
    /// Sends the text, and returns everything up to the other end's close.
    @discardableResult
    static func send(_ text: String, to port: Int) async throws -> String {
        let channel = try await ClientBootstrap.patient().connect(host: "127.0.0.1", port: port) {
            channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
        }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var heard = ByteBuffer()
            for try await var bytes in inbound { heard.writeBuffer(&bytes) }
            return String(buffer: heard)
        }
    }
}
