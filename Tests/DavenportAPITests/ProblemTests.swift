import Foundation
import JSON
import Testing

@testable import DavenportAPI

@Suite("Problems in JSON")
struct ProblemTests {
    @Test("A code's own members stand beside those of every problem, and are decoded again")
    func members() throws {
        let room = UUID()
        let problem = Problem.roomExists(room).answer(to: "r")
        let text = String(decoding: try JSONWriter.bytes(of: problem), as: UTF8.self)
        #expect(
            text == #"{"type":"urn:davenport:problem:room_exists","title":"This room exists already.","status":409,"#
                + #""detail":"This room exists already.","code":"room_exists","roomID":"\#(room.uuidString.lowercased())","requestID":"r"}"#
        )
        let read = try JSONDecoder.wire.decode(Problem.self, from: Data(text.utf8))
        #expect(read == problem)
        #expect(read.roomID == room)
    }

    @Test("An unknown code is kept with its status, title and members")
    func unknown() throws {
        let text = #"{"type":"urn:x","title":"No tea.","status":418,"detail":"d","code":"teapot","pot":{"size":2}}"#
        let problem = try JSONDecoder.wire.decode(Problem.self, from: Data(text.utf8))
        #expect(problem.code.rawValue == "teapot")
        #expect((problem.code.status, problem.code.title) == (418, "No tea."))
        #expect((problem.status, problem.title) == (418, "No tea."))
        #expect(problem.members == ["pot": ["size": 2]])
        #expect(!Problem.Code.all.contains(problem.code))
    }

    @Test("A known code is equal with any status, and works in a switch")
    func known() throws {
        let text = #"{"type":"urn:x","title":"t","status":404,"detail":"d","code":"not_found"}"#
        let code = try JSONDecoder.wire.decode(Problem.self, from: Data(text.utf8)).code
        #expect(code == .notFound && Set([code, .notFound]).count == 1)
        switch code {
        case .roomExists: Issue.record("it is another")
        case .notFound: break
        default: Issue.record("it is known")
        }
    }
}
