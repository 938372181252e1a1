import Foundation
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP2
import NIOTLS
import Synchronization
import TestSupport

@testable import Push

extension Parser {
    /// Parsers of HTTP/2 frames from Apple. Each line has type, flags, stream, and content in hexadecimal digits.
    static let frames = [Parser("apple-frames", bytes: scripts.map { Array($0.utf8) }, words: lines, run: FrameScript.run)]

    private static let greeting = "4 0 0 000300000064\n4 1 0 \n"
    private static let lines = [
        "1 5 1 88\n", "1 4 1 88\n", "1 5 3 8d\n", "1 5 1 48033431300f0d0131\n",
        "0 1 1 7b22726561736f6e223a22556e72656769737465726564227d\n", "0 0 1 00\n",
        "0 9 1 0411\n", "3 0 1 00000007\n", "3 0 3 00000008\n", "6 0 0 0000000000000000\n", "6 1 0 0000000000000000\n",
        "7 0 0 0000000000000000\n",
        "7 0 0 7fffffff00000000\n", "7 0 0 00000001000000027b7d\n", "8 0 0 00000001\n", "8 0 0 7fffffff\n", "8 0 1 00000000\n",
        "5 4 1 0000000288\n",
        "9 4 1 88\n", "2 0 1 0000000010\n", "4 0 0 \n", "4 0 0 000300000000\n", "4 0 0 0003ffffffff\n", "4 0 0 0004ffffffff\n",
        "4 0 0 000500004000\n",
        "4 0 0 000100000000\n", "10 0 0 0000\n", "255 255 4294967295 ff\n", "1 5 1 3fe1ff0388\n", "1 5 1 ff80ffffffff0f\n",
    ]
    private static let scripts = [
        greeting + "1 5 1 88\n1 5 3 88\n1 5 5 88\n",
        greeting + "1 4 1 48033431300f0d0131\n0 1 1 7b22726561736f6e223a22556e72656769737465726564227d\n",
        greeting + "3 0 1 00000007\n1 5 3 88\n7 0 0 0000000300000000\n",
        greeting + "6 1 0 0000000000000000\n7 0 0 7fffffff00000000\n1 5 1 88\n",
    ]
}

/// Passes frames to the client's end of an HTTP/2 connection, in memory.
enum FrameScript {
    /// Checks that every push ends exactly once, whatever frames arrive.
    @Sendable static func run(_ script: [UInt8]) async throws {
        let inbox = Inbox()
        await withTaskGroup { group in
            for _ in 0..<5 {
                // The task runs at once, up to the point where it waits for its result. A second result would trap.
                group.addImmediateTask {
                    _ = await withCheckedContinuation { continuation in
                        inbox.pushes.withLock {
                            $0.append(PendingPush(push, providerToken: "token", startBy: .now + .seconds(600), continuation: continuation))
                        }
                    }
                }
            }
            play(script, to: inbox.pushes.withLock { $0 })
        }
    }

    private final class Inbox: Sendable {
        let pushes = Mutex<[PendingPush]>([])
    }

    private static func play(_ script: [UInt8], to pushes: [PendingPush]) {
        let loop = EmbeddedEventLoop()
        let nowhere = APNsAddress.Fault(description: "nowhere")
        let session = APNsSession(address: .failure(nowhere), timing: APNsTiming(), loop: loop, logger: .quiet) {}
        let connection = APNsConnection(session: session, authority: "localhost", timing: APNsTiming(), loop: loop)
        let channel = EmbeddedChannel(handlers: [FrameBatcher(), APNsSession.http2(), connection], loop: loop)
        // The address is only a name, since nothing connects to it.
        channel.connect(to: .init(sockaddr_in()), promise: nil)
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        session.enqueue(pushes)
        for frame in frames(script) {
            loop.run()
            // Bytes that aren't HTTP/2 end the connection.
            _ = try? channel.writeInbound(ByteBuffer(bytes: frame))
            while let sent = try? channel.readOutbound(as: ByteBuffer.self), sent.readableBytes > 0 {}
        }
        loop.advanceTime(by: .seconds(1))
        connection.end(.closing, "the script has ended")
        session.close(grace: .zero) {}
        loop.advanceTime(by: .seconds(60))
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    private static func frames(_ script: [UInt8]) -> [[UInt8]] {
        String(decoding: script, as: UTF8.self).split(separator: "\n").prefix(200).map { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            func number(_ index: Int) -> Int { words.indices.contains(index) ? Int(words[index]) ?? 0 : 0 }
            let digits = (words.count > 3 ? words[3].utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue } : []).map { UInt8($0) }
            let content = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }.prefix(20_000)
            let stream = UInt32(truncatingIfNeeded: number(2))
            let head = [content.count >> 16, content.count >> 8, content.count, number(0), number(1)].map { UInt8(truncatingIfNeeded: $0) }
            return head + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + content
        }
    }

    private static let push = APNsRequest(
        id: UUID(), deviceToken: "aa0f", topic: "org.example.sofa", expiration: Date(timeIntervalSince1970: 1_772_395_200), collapseID: "x",
        payload: Array("{}".utf8))
}
