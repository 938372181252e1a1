import Foundation
import Testing

@testable import DavenportAPI

@Suite("Problems on the wire")
struct ProblemTests {
    @Test("What belongs to a code stands beside what every problem has, and is read again")
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

    @Test("A code that isn't known is carried with the status and the title that the problem tells, and what belongs to it")
    func unknown() throws {
        let text = #"{"type":"urn:x","title":"No tea.","status":418,"detail":"d","code":"teapot","pot":{"size":2}}"#
        let problem = try JSONDecoder.wire.decode(Problem.self, from: Data(text.utf8))
        #expect(problem.code.rawValue == "teapot")
        #expect((problem.code.status, problem.code.title) == (418, "No tea."))
        #expect((problem.status, problem.title) == (418, "No tea."))
        #expect(problem.members == ["pot": ["size": 2]])
        #expect(!Problem.Code.all.contains(problem.code))
    }

    @Test("A code that is known is the same, whatever status comes with it, and can be switched over")
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
