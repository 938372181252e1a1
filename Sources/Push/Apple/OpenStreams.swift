import NIOCore
import NIOHPACK
import NIOHTTP2

/// A push that waits for its answer, and what has come of that.
struct OpenStream {
    let push: PendingPush
    var headers: HPACKHeaders?
    var body = ByteBuffer()

    /// More than any answer of Apple's has; the rest is not kept.
    private static let longestBody = 4096

    mutating func keep(_ part: ByteBuffer) {
        guard body.readableBytes < Self.longestBody else { return }
        body.writeImmutableBuffer(part)
    }
}

/// The streams of one connection that wait for answers, oldest first.
struct OpenStreams {
    private var streams: [HTTP2StreamID: OpenStream] = [:]
    /// In the order in which they were opened. Those that have been closed leave it once they are the oldest.
    private var order = CircularBuffer<(id: HTTP2StreamID, openedAt: NIODeadline)>()

    var count: Int { streams.count }
    var oldest: (id: HTTP2StreamID, openedAt: NIODeadline)? { order.first }

    subscript(id: HTTP2StreamID) -> OpenStream? {
        _read { yield streams[id] }
        _modify { yield &streams[id] }
    }

    mutating func open(_ id: HTTP2StreamID, for push: PendingPush, at now: NIODeadline) {
        streams[id] = OpenStream(push: push)
        order.append((id, now))
    }

    /// Nil where it is closed already.
    mutating func close(_ id: HTTP2StreamID) -> OpenStream? {
        let stream = streams.removeValue(forKey: id)
        while let oldest = order.first, streams[oldest.id] == nil { order.removeFirst() }
        return stream
    }

    /// Closes all that were opened after this one, and gives their pushes back in order.
    mutating func close(after last: HTTP2StreamID) -> [PendingPush] {
        order.map(\.id).filter { $0 > last }.compactMap { close($0)?.push }
    }
}
