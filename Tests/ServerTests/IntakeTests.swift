import HTTPTypes
import NIOCore
import Testing

@testable import Server

@Suite("rules.md 20: no more than 8 requests of a connection wait unanswered")
struct IntakeTests {
    private let request = "GET / HTTP/1.1\r\nHost: sofa\r\n\r\n"

    @Test("The ninth is neither let through nor read for before another is answered")
    func ninth() {
        var intake = Intake(limit: 8)
        intake.add(ByteBuffer(string: String(repeating: request, count: 9) + "GET"))
        for _ in 0..<8 {
            #expect(intake.next().map { String(buffer: $0) } == request)
            intake.begin(.length(0), isLast: false)
            intake.end()
        }
        #expect(intake.next() == nil)
        #expect(!intake.isOpen && intake.holds && intake.errand == nil)
        intake.answer()
        #expect(intake.next().map { String(buffer: $0) } == request)
        intake.begin(.length(0), isLast: false)
        intake.end()
        #expect(intake.next() == nil)
        intake.answer()
        #expect(intake.next().map { String(buffer: $0) } == "GET")
        #expect(intake.isOpen && intake.errand == .sendHead)
    }

    @Test("The body of the eighth is let through, to its last byte and no further")
    func body() {
        var intake = Intake(limit: 1)
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

    @Test("The end of a head is found wherever the network cuts it")
    func headEnd() {
        for cut in 0...request.utf8.count {
            var intake = Intake(limit: 1)
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
