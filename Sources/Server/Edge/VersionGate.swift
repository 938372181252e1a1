import NIOCore
import NIOHTTP1

/// Stands right behind the decoder, as nobody after it is told the version: HTTP/1.0 knows no chunks, and whoever stands in front of the
/// server may have understood another body (RFC 9112, 6.1). Nor does it know of waiting to be told to send one (RFC 9110, 10.1.1).
final class VersionGate: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let requests: RequestGate

    /// - Parameter requests: is told which version a request has.
    init(_ requests: RequestGate) {
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let isOld = (head.version.major, head.version.minor) < (1, 1)
        requests.takesNews = !isOld
        guard isOld else { return context.fireChannelRead(data) }
        guard !head.headers.contains(name: "transfer-encoding") else { return context.fireErrorCaught(HTTPParserError.unknown) }
        head.headers.remove(name: "expect")
        // Its connections end with the answer unless they say otherwise (RFC 9112, 9.3).
        if !head.headers[canonicalForm: "connection"].contains(where: { $0.utf8.isWord("keep-alive") }) {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
