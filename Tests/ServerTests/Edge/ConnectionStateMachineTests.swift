import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import Server

@Suite("rules 20: pipelined requests wait for the previous answer")
struct ConnectionStateMachineTests {
    private let request = "GET / HTTP/1.1\r\nHost: sofa\r\n\r\n"
    private let begun = ConnectionEvent.answer(.head(HTTPResponse(status: .ok)))
    private let ended = [ConnectionEvent.answer(.end(nil)), .answered]

    private func bytes(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

    private func decoded(_ actions: [ConnectionAction]) -> [String] {
        actions.compactMap { if case .decode(let bytes) = $0 { String(buffer: bytes) } else { nil } }
    }

    /// Shows rule 20.16.
    @Test("On a connection that is to close, the next request is the last, even if it has partly arrived", arguments: [0, 5])
    func parting(begunBytes: Int) {
        var connection = SampleConnection([.readWanted])
        if begunBytes > 0 { _ = connection.report(.received(bytes(String(request.prefix(begunBytes)))), .decoded) }
        _ = connection.report(.quiesce)
        #expect(!connection.machine.state.isOver)
        #expect(decoded(connection.report(.received(bytes(request.dropFirst(begunBytes) + request)))).count == 1)
        _ = connection.report(.request())
        #expect(connection.report([begun] + ended).map(\.text) == ["send 200 close", "send end", "drain"])
    }

    /// Shows rule 20.24.
    @Test("A client that waits for 100 gets it once, before any byte of its body and before the response")
    func expectation() {
        var head = HTTPRequest.upload(of: "4")
        head.headerFields[.expect] = "100-continue"
        let waiting: [ConnectionEvent] = [
            .readWanted, .received(bytes("PUT / HTTP/1.1\r\n\r\n")), .head(head, supportsInterim: true), .decoded, .readComplete,
        ]
        var connection = SampleConnection(waiting)
        #expect(connection.report(.signal(.wanted), .signal(.wanted)).map(\.text) == ["send 100"])
        connection = SampleConnection(waiting + [.body(bytes("1"))])
        #expect(connection.report(.signal(.wanted)).isEmpty)
        // A response without 100 must be the last, because the client may never send the body.
        connection = SampleConnection(waiting)
        #expect(connection.report(begun, .signal(.wanted)).map(\.text) == ["send 200 close"])
    }

    @Test("A client that sends on after the end is read for 32 MiB")
    func lingering() {
        var connection = SampleState.lingering.connection
        let mebibyte = ByteBuffer(repeating: 0, count: 1024 * 1024)
        for number in 1...33 {
            _ = connection.report(.received(mebibyte), .readComplete)
            #expect(connection.report(.readWanted).isEmpty == (number >= 32))
        }
    }

    @Test("The end of a head is found wherever it is split")
    func headEnd() {
        let whole = Array(request.utf8)
        for cut in 0...whole.count {
            var input = InputBuffer()
            input.add(ByteBuffer(bytes: whole[..<cut]))
            var read = input.takeToEmptyLine().map { String(buffer: $0) } ?? ""
            input.add(ByteBuffer(bytes: whole[cut...] + Array("more".utf8)))
            if read != request { read += input.takeToEmptyLine().map { String(buffer: $0) } ?? "" }
            #expect(read == request)
        }
        var input = InputBuffer()
        input.add(ByteBuffer(string: "\r\r\n\n\r\n\r\r\n\r\n!"))
        let odd = input.takeToEmptyLine()
        #expect(odd?.readableBytes == 11)
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
