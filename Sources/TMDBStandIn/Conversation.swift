import NIOCore
import NIOHTTP1

/// Serves one connection of a client, one request after the other.
struct Conversation {
    typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>
    typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    /// The most bytes of a body, which is more than the control needs.
    private static let longestBody = 1 << 20

    let standIn: TMDBStandIn
    let connection: Listener.Connection

    func run() async {
        do {
            try await connection.executeThenClose { inbound, outbound in
                var parts = inbound.makeAsyncIterator()
                while let request = try await next(&parts) {
                    let ending = try await Reply(standIn: standIn, request: request, outbound: outbound).send()
                    if ending == .silent { while try await parts.next() != nil {} }
                    if ending != .next { return }
                }
            }
        } catch let error as HTTPParserError {
            standIn.record(RecordedRequest(malformed: error))
        } catch {
            // The client disconnected, or the stand-in ends.
        }
    }

    /// Returns the next request, or nil at the end of the connection.
    private func next(_ parts: inout Inbound.AsyncIterator) async throws -> WholeRequest? {
        var request: WholeRequest?
        while let part = try await parts.next() {
            switch part {
            case .head(let head): request = WholeRequest(head: head, body: ByteBuffer())
            case .body(var bytes):
                guard let size = request?.body.readableBytes, size + bytes.readableBytes <= Self.longestBody else { return nil }
                request?.body.writeBuffer(&bytes)
            case .end: return request
            }
        }
        return nil
    }
}

/// A request with its whole body.
struct WholeRequest {
    let head: HTTPRequestHead
    var body: ByteBuffer

    var path: Substring { head.uri.prefix { $0 != "?" } }
    var query: Query { Query(head.uri.dropFirst(path.count + 1)) }

    /// The path below `/3`, which rules match.
    var ruledPath: String { path.hasPrefix("/3/") ? String(path.dropFirst(2)) : String(path) }

    /// Whether the request has this key in one of the two places that TMDB accepts.
    func shows(_ key: String) -> Bool {
        query["api_key"] == key || head.headers.first(name: "authorization") == "Bearer \(key)"
    }
}
