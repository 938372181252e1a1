import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("Reading answers")
struct AnswerTests {
    private let id = UUID()

    @Test("A problem has all its members")
    func problem() async throws {
        let text = #"""
            {"type": "urn:x", "title": "t", "status": 422, "detail": "Something is wrong.", "code": "invalid", "requestID": "r", "new": 1,
             "errors": [{"field": "username", "code": "too_short", "message": "must have at least 2 characters"}]}
            """#
        let error = await thrown { try await FakeServer(.answer(422, [:], text)).client().showMe() } as? APIError
        guard case .problem(let problem, nil) = error else { throw error ?? .unwritable("nothing") }
        #expect(problem.errors?.map(\.code) == [.tooShort])
        #expect(problem.requestID == "r")
        #expect(error?.description == "Something is wrong. username must have at least 2 characters. (invalid)")
    }

    @Test(
        "A proxy's page, a mismatched status, a problem without code and other JSON are unexpected answers",
        arguments: [
            FakeServer.Turn.answer(502, [:], "<html>"), .answer(200, [:], "<html>"), .answer(200, [:], "{}"), .answer(301, [:], ""),
            .answer(500, [:], #"{"type":"urn:x","title":"t","status":404,"detail":"d","code":"not_found"}"#),
            .answer(418, [:], #"{"type":"urn:x","title":"t","status":418,"detail":"d"}"#), .answer(204, [:], ""),
        ])
    func unexpected(turn: FakeServer.Turn) async throws {
        let error = await thrown { try await FakeServer(turn).client().showMe() } as? APIError
        guard case .unexpectedAnswer = error else { throw error ?? .unwritable("nothing") }
    }

    @Test("A problem with an unknown code, as of a newer server, is a problem with its status and title")
    func unknownCode() async throws {
        let text = #"{"type":"urn:x","title":"No tea.","status":418,"detail":"d","code":"teapot","pot":1}"#
        let error = await thrown { try await FakeServer(.answer(418, [:], text)).client().showMe() } as? APIError
        guard case .problem(let problem, nil) = error else { throw error ?? .unwritable("nothing") }
        #expect(problem.code.rawValue == "teapot" && problem.status == 418 && problem.title == "No tea.")
        #expect(problem.members == ["pot": 1])
        #expect(error?.description == "d (teapot)")
    }

    /// Shows rules 10.18 and 10.20.
    @Test("A client names its release, and one that is too old learns it by an error of its own, at once")
    func tooOld() async throws {
        let server = FakeServer(.problem(.clientTooOld))
        let error = await thrown { try await server.client().showMe() } as? APIError
        guard case .clientTooOld(let problem) = error else { throw error ?? .unwritable("nothing") }
        #expect(problem.status == 400 && error?.code == .clientTooOld)
        #expect(server.requests.map { $0.headers["davenport-client"] } == [ClientVersion.current.description])
    }

    @Test("The conflict of an existing room has its id")
    func roomExists() async throws {
        let text = #"{"type":"urn:x","title":"t","status":409,"detail":"d","code":"room_exists","roomID":"\#(id)"}"#
        let new = NewRoom(subject: .custom(title: "Holiday"), memberIDs: [])
        let error = await thrown { try await FakeServer(.answer(409, [:], text)).client().createRoom(new) } as? APIError
        guard case .problem(let problem, nil) = error else { throw error ?? .unwritable("nothing") }
        #expect(problem.code == .roomExists && problem.roomID == id)
    }

    @Test("An answer without content must be 204")
    func nothing() async throws {
        _ = try await FakeServer(.done).client().unfriend(userID: id)
        #expect(await thrown { try await FakeServer(.answer(200)).client().unfriend(userID: id) } is APIError)
    }

    @Test("201 means new, and 200 existing", arguments: [(201, true), (200, false)])
    func created(status: Int, isNew: Bool) async throws {
        let comment = #"{"id":"\#(id)","roomID":"\#(id)","number":1,"seconds":943,"content":"x","createdAt":"2026-03-01T20:00:00.000Z"}"#
        let made = try await FakeServer(.answer(status, [:], comment)).client().createComment(NewComment(roomID: id, content: "x"))
        #expect(made.isNew == isNew)
        #expect(made.value.createdAt == Date(timeIntervalSince1970: 1_772_395_200))
    }

    @Test("A picture has its type")
    func media() async throws {
        let picture = try await FakeServer(.answer(200, ["Content-Type": "image/png"], "png")).client().showAvatar(userID: id)
        #expect(picture == Media(type: "image/png", bytes: Array("png".utf8)))
    }
}
