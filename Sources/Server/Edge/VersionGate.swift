import NIOCore
import NIOHTTP1

/// Stands right behind the decoder, as nobody after it is told the version: HTTP/1.0 knows no chunks, and whoever stands in front of the
/// server may have understood another body (RFC 9112, 6.1).
final class VersionGate: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), isFaulty(head) {
            context.fireErrorCaught(HTTPParserError.unknown)
        } else {
            context.fireChannelRead(data)
        }
    }

    private func isFaulty(_ head: HTTPRequestHead) -> Bool {
        (head.version.major, head.version.minor) < (1, 1) && head.headers.contains(name: "transfer-encoding")
    }
}
