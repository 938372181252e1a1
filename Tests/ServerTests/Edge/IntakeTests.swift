import HTTPTypes
import NIOCore
import Testing

@testable import Server

@Suite("rules 20: a connection's next request waits for the answer before")
struct IntakeTests {
    private let request = "GET / HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Shows rule 20.15.
    @Test("The next is neither let through nor read for before the one before is answered, and that taken")
    func next() {
        var intake = Intake()
        intake.add(ByteBuffer(string: String(repeating: request, count: 9) + "GET"))
        for _ in 0..<9 {
            #expect(intake.next().map { String(buffer: $0) } == request)
            intake.begin(.length(0), isLast: false)
            intake.end()
            #expect(intake.next() == nil)
            #expect(!intake.isOpen && intake.holds && intake.errand == nil)
            intake.isCongested = true
            intake.answer()
            #expect(intake.next() == nil)
            #expect(!intake.isOpen && intake.errand == nil)
            intake.isCongested = false
        }
        #expect(intake.next().map { String(buffer: $0) } == "GET")
        #expect(intake.isOpen && intake.errand == .sendHead)
    }

    /// Shows rule 20.16.
    @Test("What wasn't begun when the server ends is dropped")
    func finish() {
        var intake = Intake()
        intake.add(ByteBuffer(string: request + request))
        _ = intake.next()
        intake.begin(.length(0), isLast: false)
        intake.end()
        intake.finish()
        #expect(!intake.holds && intake.isEnding)
        intake.answer()
        #expect(intake.next() == nil)
    }

    /// Shows rule 20.15.
    @Test("The body of one that waits is let through, to its last byte and no further")
    func body() {
        var intake = Intake()
        let head = "PUT / HTTP/1.1\r\nContent-Length: 8\r\n\r\n"
        intake.add(ByteBuffer(string: head + "\r\n\r\n"))
        #expect(intake.next().map { String(buffer: $0) } == head)
        intake.begin(.length(8), isLast: false)
        #expect(intake.next().map { String(buffer: $0) } == "\r\n\r\n")
        #expect(intake.isOpen && intake.errand == .sendBody)
        intake.add(ByteBuffer(string: "1234" + request))
        #expect(intake.next().map { String(buffer: $0) } == "1234")
        intake.end()
        #expect(intake.next() == nil && !intake.isOpen)
    }

    /// Shows rule 20.16.
    @Test("Of one that parts the next request is the last, also where it has begun to come")
    func parting() {
        for begun in [0, 5] {
            var intake = Intake()
            intake.add(ByteBuffer(string: String(request.prefix(begun))))
            _ = intake.next()
            intake.part()
            #expect(!intake.isOver)
            intake.add(ByteBuffer(string: request.dropFirst(begun) + request))
            while intake.next() != nil {}
            intake.begin(.length(0), isLast: false)
            #expect(intake.isEnding)
            intake.end()
            #expect(intake.isOver && !intake.holds)
        }
    }

    /// Shows rule 20.23.
    @Test("A request that is answered before its body is all there is the last, and nothing of it is taken any more")
    func cutOff() {
        var intake = Intake()
        intake.add(ByteBuffer(string: "PUT / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n1234"))
        _ = intake.next()
        intake.begin(.length(99_999), isLast: false)
        _ = intake.next()
        #expect(!intake.isEnding)
        intake.beginAnswer()
        #expect(intake.isEnding && !intake.isOver)
        intake.answer()
        #expect(intake.isOver)
        intake.add(ByteBuffer(string: "5678" + request))
        #expect(intake.next() == nil && !intake.holds)
    }

    @Test("The end of a head is found wherever the network cuts it")
    func headEnd() {
        for cut in 0...request.utf8.count {
            var intake = Intake()
            let bytes = Array(request.utf8)
            intake.add(ByteBuffer(bytes: bytes[..<cut]))
            var read = intake.next().map { String(buffer: $0) } ?? ""
            intake.add(ByteBuffer(bytes: bytes[cut...] + Array("more".utf8)))
            if read != request { read += intake.next().map { String(buffer: $0) } ?? "" }
            #expect(read == request)
        }
        var end = HeadEnd()
        #expect(end.find(in: Array("\r\r\n\n\r\n\r\r\n\r\n!".utf8)) == 11)
    }

    @Test("A head that says its body's length in no way or in two is none")
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
