import NIOCore
import NIOHTTP1

/// Follows the decoder and refuses heads that HTTP forbids or that are costly to process. The heads that it passes on
/// are normalised: a target without an authority, and at most one `Host`.
///
/// It also handles HTTP/1.0, since no later handler knows the version. HTTP/1.0 has no chunked bodies, and a proxy in
/// front of the server may have understood another body (RFC 9112, 6.1). A client of that version can't wait for
/// `100 Continue` either (RFC 9110, 10.1.1).
final class HeadValidator: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let requests: RequestFlowHandler

    /// - Parameter requests: receives each head's `Origin`, and whether the head's HTTP version has interim
    ///   responses.
    init(_ requests: RequestFlowHandler) {
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        requests.requestOrigins = head.headers["origin"]
        do throws(HeadFault) {
            try head.requireReadableTexts()
            try head.requireHost()
            try head.simplifyTarget()
        } catch {
            return context.fireErrorCaught(error)
        }
        requests.supportsInterimResponses = !head.isOld
        if head.isOld {
            guard !head.headers.contains(name: "transfer-encoding") else { return context.fireErrorCaught(HTTPParserError.unknown) }
            head.headers.remove(name: "expect")
            // HTTP/1.0 connections end with the response unless the client asks to keep them (RFC 9112, 9.3).
            if !head.headers[canonicalForm: "connection"].contains(where: { $0.utf8.isWord("keep-alive") }) {
                head.headers.replaceOrAdd(name: "connection", value: "close")
            }
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// The reason why a head is refused, in English.
struct HeadFault: Error, Equatable {
    let detail: String

    init(_ detail: String) {
        self.detail = detail
    }
}
