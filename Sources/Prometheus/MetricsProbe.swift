import NIOCore
import NIOPosix

extension MetricsEndpoint {
    /// What a program would find at an address where it wants to serve metrics.
    public enum Occupant: Sendable, Equatable {
        case free
        /// Another program of Davenport serves its metrics there.
        case davenport
        case taken
    }

    /// Looks whether a program could serve metrics at an address.
    /// - Throws: `AddressUnusable` if no program can, because of the host or its rights.
    public static func occupant(host: String, port: Int) async throws -> Occupant {
        do {
            try await open(host: host, port: port, of: Registry([])).close()
            return .free
        } catch let error as AddressUnusable where error.isTaken {
            return await page(host: host, port: port).contains("davenport_") ? .davenport : .taken
        }
    }

    /// Returns what a program answers to a request for its metrics within two seconds; empty if it answers nothing.
    private static func page(host: String, port: Int) async -> String {
        let group = MultiThreadedEventLoopGroup.singleton
        let answer = group.next().makePromise(of: String.self)
        do {
            let channel = try await ClientBootstrap(group: group).connectTimeout(.seconds(2))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Collector(answer)) }
                }
                .connect(host: host, port: port).get()
            _ = channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
            let request = ByteBuffer(string: "GET /metrics HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            channel.writeAndFlush(request, promise: nil)
        } catch {
            answer.succeed("")
        }
        return (try? await answer.futureResult.get()) ?? ""
    }
}

/// Collects the beginning of an answer until the connection closes.
private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let limit = 1024 * 1024
    private let answer: EventLoopPromise<String>
    private var text = ""

    init(_ answer: EventLoopPromise<String>) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        if text.utf8.count > Self.limit { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { answer.succeed(text) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
