import HTTPTypes
import NIOCore
import Testing

@testable import Server

@Suite("rules 20: pipelined requests wait for the previous answer")
struct RequestFramerTests {
    private let request = "GET / HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Shows rule 20.15.
    @Test("The next request isn't passed on or read before the previous one is answered and its answer read")
    func next() {
        var framer = RequestFramer()
        framer.add(ByteBuffer(string: String(repeating: request, count: 9) + "GET"))
        for _ in 0..<9 {
            #expect(framer.next().map { String(buffer: $0) } == request)
            framer.begin(.length(0), isLast: false)
            framer.end()
            #expect(framer.next() == nil)
            #expect(!framer.isOpen && framer.holds && framer.errand == nil)
            framer.isCongested = true
            framer.answer()
            #expect(framer.next() == nil)
            #expect(!framer.isOpen && framer.errand == nil)
            framer.isCongested = false
        }
        #expect(framer.next().map { String(buffer: $0) } == "GET")
        #expect(framer.isOpen && framer.errand == .sendHead)
    }

    /// Shows rule 20.16.
    @Test("A request that hasn't begun at shutdown is dropped")
    func finish() {
        var framer = RequestFramer()
        framer.add(ByteBuffer(string: request + request))
        _ = framer.next()
        framer.begin(.length(0), isLast: false)
        framer.end()
        framer.finish()
        #expect(!framer.holds && framer.isEnding)
        framer.answer()
        #expect(framer.next() == nil)
    }

    /// Shows rule 20.15.
    @Test("The body of a waiting request is passed on up to its last byte, and no further")
    func body() {
        var framer = RequestFramer()
        let head = "PUT / HTTP/1.1\r\nContent-Length: 8\r\n\r\n"
        framer.add(ByteBuffer(string: head + "\r\n\r\n"))
        #expect(framer.next().map { String(buffer: $0) } == head)
        framer.begin(.length(8), isLast: false)
        #expect(framer.next().map { String(buffer: $0) } == "\r\n\r\n")
        #expect(framer.isOpen && framer.errand == .sendBody)
        framer.add(ByteBuffer(string: "1234" + request))
        #expect(framer.next().map { String(buffer: $0) } == "1234")
        framer.end()
        #expect(framer.next() == nil && !framer.isOpen)
    }

    /// Shows rule 20.16.
    @Test("On a connection that is to close, the next request is the last, even if it has partly arrived")
    func parting() {
        for begun in [0, 5] {
            var framer = RequestFramer()
            framer.add(ByteBuffer(string: String(request.prefix(begun))))
            _ = framer.next()
            framer.part()
            #expect(!framer.isOver)
            framer.add(ByteBuffer(string: request.dropFirst(begun) + request))
            while framer.next() != nil {}
            framer.begin(.length(0), isLast: false)
            #expect(framer.isEnding)
            framer.end()
            #expect(framer.isOver && !framer.holds)
        }
    }

    /// Shows rule 20.23.
    @Test("A request answered before its body is complete is the last, and the rest of its body is dropped")
    func cutOff() {
        var framer = RequestFramer()
        framer.add(ByteBuffer(string: "PUT / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n1234"))
        _ = framer.next()
        framer.begin(.length(99_999), isLast: false)
        _ = framer.next()
        #expect(!framer.isEnding)
        framer.beginAnswer()
        #expect(framer.isEnding && !framer.isOver)
        framer.answer()
        #expect(framer.isOver)
        framer.add(ByteBuffer(string: "5678" + request))
        #expect(framer.next() == nil && !framer.holds)
    }

    @Test("The end of a head is found wherever it is split")
    func headEnd() {
        for cut in 0...request.utf8.count {
            var framer = RequestFramer()
            let bytes = Array(request.utf8)
            framer.add(ByteBuffer(bytes: bytes[..<cut]))
            var read = framer.next().map { String(buffer: $0) } ?? ""
            framer.add(ByteBuffer(bytes: bytes[cut...] + Array("more".utf8)))
            if read != request { read += framer.next().map { String(buffer: $0) } ?? "" }
            #expect(read == request)
        }
        var end = HeadEnd()
        #expect(end.find(in: Array("\r\r\n\n\r\n\r\r\n\r\n!".utf8)) == 11)
    }

    @Test("A head without the length of its body, or with two, is invalid")
    func framing() {
        let name = HTTPField.Name.contentLength
        let chunked = HTTPField(name: .transferEncoding, value: "Chunked")
        #expect(Framing(head()) == .length(0))
        #expect(Framing(head(HTTPField(name: name, value: "12"))) == .length(12))
        #expect(Framing(head(chunked)) == .chunks)
        #expect(Framing(head(chunked, HTTPField(name: name, value: "12"))) == nil)
        #expect(Framing(head(chunked, chunked)) == nil)
        #expect(Framing(head(HTTPField(name: .transferEncoding, value: "gzip, chunked"))) == nil)
        for wrong in ["-1", "+5", "1,2", "", "5\u{301}", "٣", "1_0", "0x5", "18446744073709551616"] {
            #expect(Framing(head(HTTPField(name: name, value: wrong))) == nil, "\(wrong)")
        }
    }

    private func head(_ fields: HTTPField...) -> HTTPRequest {
        HTTPRequest(method: .post, scheme: "http", authority: "sofa", path: "/", headerFields: HTTPFields(fields))
    }
}
