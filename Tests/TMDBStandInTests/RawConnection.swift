import NIOCore
import NIOPosix
import TestSupport

/// Bytes as they are, without a client that would repair them.
enum RawConnection {
    /// Sends the text, and returns what comes back until the other end closes.
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
