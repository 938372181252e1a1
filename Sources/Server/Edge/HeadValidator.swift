import NIOCore
import NIOHTTP1

/// Stands right behind the decoder and refuses heads that HTTP forbids or that are costly to read. What it lets through is in one form: a
/// target without authority, and at most one `Host`.
///
/// HTTP/1.0 has no chunks, and a proxy in front of the server may have understood another body (RFC 9112, 6.1). Nor can such a client wait
/// to be asked for its body (RFC 9110, 10.1.1). No handler after this one knows the version.
final class HeadValidator: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let requests: RequestFlowHandler

    /// - Parameter requests: receives the origin that each head names, and whether its version knows interim answers.
    init(_ requests: RequestFlowHandler) {
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        requests.namedOrigins = head.headers["origin"]
        do throws(HeadFault) {
            try head.requireReadableTexts()
            try head.requireHost()
            try head.simplifyTarget()
        } catch {
            return context.fireErrorCaught(error)
        }
        requests.takesNews = !head.isOld
        if head.isOld {
            guard !head.headers.contains(name: "transfer-encoding") else { return context.fireErrorCaught(HTTPParserError.unknown) }
            head.headers.remove(name: "expect")
            // Its connections end with the answer unless they say otherwise (RFC 9112, 9.3).
            if !head.headers[canonicalForm: "connection"].contains(where: { $0.utf8.isWord("keep-alive") }) {
                head.headers.replaceOrAdd(name: "connection", value: "close")
            }
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// Why a head is refused, in English.
struct HeadFault: Error, Equatable {
    let detail: String

    init(_ detail: String) {
        self.detail = detail
    }
}
