import DavenportAPI
import Foundation
import Testing

@Suite("rules 10: inputs report all invalid fields at once")
struct FieldsTests {
    /// Shows rules 2.5 and 10.3.
    @Test("Every invalid field is reported with its code")
    func everything() throws {
        let fields = try read(NewUser.self, #"{"email": "nobody", "username": "x", "birthday": "2026-02-30", "givenName": 7}"#).fields
        #expect(
            fields.faults.map { "\($0.field) \($0.code.rawValue)" } == [
                "email malformed", "password missing", "username too_short", "givenName wrong_type", "birthday malformed",
            ])
    }

    @Test("A nested object's fields are reported with their path")
    func nested() throws {
        let fields = try read(NewRoom.self, #"{"subject": {"kind": "tv", "season": -1, "episode": 1e400}, "memberIDs": []}"#).fields
        #expect(fields.faults.map(\.field) == ["subject.season", "subject.episode"])
    }

    /// Shows rule 10.1.
    @Test("Null counts as omitted")
    func null() throws {
        let (room, fields) = try read(NewRoom.self, #"{"id": null, "subject": {"kind": "custom", "title": "x"}, "memberIDs": []}"#)
        #expect(fields.faults.isEmpty)
        #expect(room.id == nil)
    }

    /// Shows rule 10.1.
    @Test("A patch keeps omitted fields, clears null ones, sets the rest, and is encoded as it was decoded")
    func patch() throws {
        let json = #"{"birthday":"2001-02-28","givenName":null}"#
        let (change, fields) = try read(AccountChange.self, json)
        #expect(fields.faults.isEmpty)
        #expect(change.familyName == .keep && change.givenName == .clear)
        #expect(change.birthday == .set(CalendarDate(year: 2001, month: 2, day: 28)))
        #expect([change.familyName, change.givenName, .set("B")].map { $0.applied(to: "A") } == ["A", nil, "B"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(change), as: UTF8.self) == json)
        let faulty = try read(AccountChange.self, #"{"givenName": 7, "familyName": ""}"#).fields
        #expect(faulty.faults.map(\.field) == ["givenName", "familyName"])
    }

    /// Shows rule 2.5.
    @Test("Text is trimmed, normalised and counted in scalars")
    func text() throws {
        let (user, fields) = try read(
            NewUser.self,
            #"{"email": " a@b.c ", "password": "pa\u0308ssword", "username": "Zoe\u0301", "givenName": "\u00a0 Ada \n"}"#)
        #expect(fields.faults.isEmpty)
        #expect(user.email == "a@b.c")
        #expect(user.username.map { Array($0.unicodeScalars) } == ["Z", "o", "\u{E9}"])
        #expect(user.password?.unicodeScalars.count == 8)
        #expect(user.givenName == "Ada")
    }

    /// Shows rule 6.1.
    @Test("rules 6: control characters other than newline and tab are refused", arguments: ["a\\u0000b", "a\\u0007b", "a\\u001bb"])
    func control(content: String) throws {
        let fields = try read(NewComment.self, #"{"content": "\#(content)"}"#, path: ["roomID": UUID().uuidString]).fields
        #expect(fields.faults.map(\.field) == ["content"])
    }

    @Test("A malformed id in a path is not found")
    func path() throws {
        let fields = try read(RoomReference.self, "{}", path: ["roomID": "nonsense"]).fields
        #expect(fields.pathIsUnknown)
    }

    /// Shows rule 17.9.
    @Test("Something else than an emoji in a path is a fault of its field")
    func emoji() throws {
        let path = ["roomID": UUID().uuidString, "commentID": UUID().uuidString, "emoji": "a"]
        let fields = try read(ReactionReference.self, "{}", path: path).fields
        #expect(!fields.pathIsUnknown && fields.faults.map(\.field) == ["emoji"])
    }

    private func read<In: Input>(_ type: In.Type, _ json: String, path: [String: String] = [:]) throws -> (input: In, fields: Fields) {
        let body = try JSONDecoder().decode(Body.self, from: Data(json.utf8))
        var fields = Fields(path: path, query: [:], body: body.container)
        return (In(&fields), fields)
    }

    private struct Body: Decodable {
        let container: KeyedDecodingContainer<FieldName>

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: FieldName.self)
        }
    }
}
