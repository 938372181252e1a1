import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A mail server within the test's process, on this machine alone. It takes every mail.
final class MailReceiver: Sendable {
    /// A mail as it arrived.
    struct Mail: Sendable, Hashable {
        let recipient: String
        let messageID: String
    }

    private let taken = Mutex<[Mail]>([])

    /// The mails in the order of their arrival.
    var mails: [Mail] { taken.withLock { $0 } }

    /// Runs a mail server.
    /// - Parameters:
    ///   - delay: how long it waits before it says that it has taken a mail.
    ///   - body: gets the server and its URL.
    static func run(delay: TimeAmount, _ body: (MailReceiver, String) async throws -> Void) async throws {
        let receiver = MailReceiver()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(receiver, delay)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(receiver, "smtp://127.0.0.1:\(channel.localAddress?.port ?? 0)") } catch {
            try? await channel.close().get()
            throw error
        }
        try? await channel.close().get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let receiver: MailReceiver
        private let delay: TimeAmount
        private var unread = ""
        private var recipient = ""
        /// The lines of the mail that is being received; nil between mails.
        private var lines: [String]?

        init(_ receiver: MailReceiver, _ delay: TimeAmount) {
            (self.receiver, self.delay) = (receiver, delay)
        }

        func channelActive(context: ChannelHandlerContext) { answer("220 mail.example.org", context) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            unread += String(buffer: unwrapInboundIn(data))
            var lines = unread.components(separatedBy: "\r\n")
            unread = lines.removeLast()
            for line in lines { read(line, context) }
        }

        private func read(_ line: String, _ context: ChannelHandlerContext) {
            guard lines == nil else { return readText(line, context) }
            switch line.prefix(4).uppercased() {
            case "RCPT":
                recipient = line.firstMatch(of: #/<(.*?)>/#).map { String($0.1) } ?? ""
                answer("250 ok", context)
            case "DATA":
                lines = []
                answer("354 go on", context)
            case "QUIT": answer("221 bye", context)
            default: answer("250 ok", context)
            }
        }

        private func readText(_ line: String, _ context: ChannelHandlerContext) {
            guard line == "." else {
                lines?.append(line)
                return
            }
            let messageID = lines?.first { $0.lowercased().hasPrefix("message-id:") } ?? ""
            lines = nil
            receiver.taken.withLock { $0.append(Mail(recipient: recipient, messageID: messageID)) }
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: delay) {
                let (handler, context) = bound.value
                handler.answer("250 taken", context)
            }
        }

        private func answer(_ line: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
        }
    }
}
