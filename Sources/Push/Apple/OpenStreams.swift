import NIOCore
import NIOHPACK
import NIOHTTP2

/// A push that waits for its answer, with the parts of the answer that have arrived.
struct OpenStream {
    let push: PendingPush
    var headers: HPACKHeaders?
    var body = ByteBuffer()

    /// The maximum number of bytes that are kept of an answer's body. No answer of Apple has as many. Bytes beyond it
    /// are dropped.
    private static let longestBody = 4096

    mutating func keep(_ part: ByteBuffer) {
        guard body.readableBytes < Self.longestBody else { return }
        body.writeImmutableBuffer(part)
    }
}

/// The streams of one connection that wait for answers, from the oldest to the newest.
struct OpenStreams {
    private var streams: [HTTP2StreamID: OpenStream] = [:]
    /// The streams in the order in which they were opened. A closed stream stays here until it is the oldest.
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

    /// Closes a stream and returns it; nil if it was already closed.
    mutating func close(_ id: HTTP2StreamID) -> OpenStream? {
        let stream = streams.removeValue(forKey: id)
        while let oldest = order.first, streams[oldest.id] == nil { order.removeFirst() }
        return stream
    }

    /// Closes all streams that were opened after the stream `last`, and returns their pushes in order.
    mutating func close(after last: HTTP2StreamID) -> [PendingPush] {
        order.map(\.id).filter { $0 > last }.compactMap { close($0)?.push }
    }
}
