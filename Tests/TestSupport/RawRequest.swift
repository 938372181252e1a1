import NIOCore
import NIOPosix
import Synchronization

/// A request as plain text, sent on a separate connection.
public struct RawRequest: Sendable {
    let port: Int
    let text: String

    /// Makes a GET request with a token.
    public init(port: Int, path: String, token: String) {
        self.port = port
        text = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n\r\n"
    }

    /// Opens a connection for each request, and sends them all once every connection is open.
    /// - Returns: everything that the server sent on each connection.
    public static func sendTogether(_ requests: [RawRequest]) async throws -> [String] {
        let barrier = Barrier(requests.count)
        return try await concurrently(requests) { request in try await request.send(after: barrier) }
    }

    private func send(after barrier: Barrier) async throws -> String {
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do { channel = try await connect() } catch {
            barrier.leave()
            throw error
        }
        return try await channel.executeThenClose { inbound, outbound in
            await barrier.pass()
            try await outbound.write(ByteBuffer(string: text))
            var heard = ByteBuffer()
            for try await var bytes in inbound { heard.writeBuffer(&bytes) }
            return String(buffer: heard)
        }
    }
}

extension RawRequest {
    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap.patient().connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    }
}

/// Lets tasks wait for each other until all of them have arrived. A task that leaves no longer counts.
private final class Barrier: Sendable {
    private let state: Mutex<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) {
        state = Mutex((count, []))
    }

    func pass() async {
        await withCheckedContinuation { arrive($0) }
    }

    func leave() { arrive(nil) }

    private func arrive(_ continuation: CheckedContinuation<Void, Never>?) {
        let all = state.withLock { state in
            state.missing -= 1
            if let continuation { state.waiting.append(continuation) }
            return state.missing == 0 ? state.waiting : []
        }
        for waiting in all { waiting.resume() }
    }
}
