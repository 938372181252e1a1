import DavenportAPI
import Foundation
import Testing

@testable import Server

@Suite("rules.md 10: JSON on the wire")
struct JSONWriterTests {
    struct Everything: Codable, Equatable {
        var text = "plain"
        var escaped = "\"quoted\" \\ / \n\t\r\u{8}\u{1f} é 🙂"
        var small = 7
        var negative = -42
        var large = Int.max
        var fraction = 0.1
        var yes = true
        var absent: Int?
        var list = [1, 22, 333]
        var empty: [String] = []
        var nested = ["a": [true], "b": []]
        var kind = Subject.Kind.tv
        var byte: UInt8 = 255
    }

    @Test("What is written is what Foundation reads")
    func readBack() throws {
        let bytes = try JSONWriter.bytes(of: Everything())
        #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == Everything())
        #expect(!String(decoding: bytes, as: UTF8.self).contains("absent"), "absent fields are left out")
    }

    @Test("UUIDs are lower case, times RFC 3339 in UTC with milliseconds")
    func forms() throws {
        let id = try #require(UUID(uuidString: "0192ABCD-EF01-7234-8567-89ABCDEF0123"))
        #expect(text(try JSONWriter.encoded([id])) == #"["0192abcd-ef01-7234-8567-89abcdef0123"]"#)
        #expect(text(try JSONWriter.encoded([Date(timeIntervalSince1970: 1_772_395_200.5)])) == #"["2026-03-01T20:00:00.500Z"]"#)
        try same([id])
        try same([Date(timeIntervalSince1970: 1_772_395_200.5)])
        try same([true, false])
        try same([0, 9, 10, -1, Int.min, Int.max])
    }

    @Test("A value may put another's fields beside its own")
    func flattened() throws {
        let group = Group(id: "g", kind: .movie, showID: nil, title: "Movies", members: [])
        let card = GroupCard(group: group, activeCount: 1, archivedCount: 2, lastActivityAt: Date(timeIntervalSince1970: 0))
        #expect(
            text(try JSONWriter.bytes(of: card))
                == #"{"id":"g","kind":"movie","title":"Movies","members":[],"activeCount":1,"archivedCount":2,"#
                + #""lastActivityAt":"1970-01-01T00:00:00.000Z"}"#)
    }

    @Test("What writes itself writes what its Codable conformance says", arguments: [true, false])
    func written(isFull: Bool) throws {
        let date = Date(timeIntervalSince1970: 1_772_395_200.5)
        let optional = isFull ? date : nil
        let stub = UserStub(id: UUID(), username: "bea \"\n é", identityColor: "#123abc", avatarURL: isFull ? "/v1/a?v=1" : nil)
        let subjects: [Subject] = [
            .tv(showID: 9, season: 0, episode: 12, showTitle: "Severance", episodeTitle: isFull ? "Pilot" : nil),
            .movie(movieID: Int(Int32.max), title: ""), .custom(title: "Café & Straße?"),
        ]
        let rooms = subjects.map {
            Room(
                id: UUID(), subject: $0,
                members: [Member(user: stub, watchedAt: optional, joinedAt: date, isHost: isFull)], createdAt: date,
                completedAt: optional, lastActivityAt: date, commentCount: 40, unreadCount: 0, readNumber: 7, attention: .discuss,
                archived: isFull, muted: !isFull, group: "g")
        }
        let comment = Comment(
            id: UUID(), roomID: UUID(), number: 1, seconds: 943, content: "\t\\ \u{1} 🛋️", author: isFull ? stub : nil, createdAt: date,
            editedAt: optional)
        let group = Group(id: "g", kind: .tv, showID: isFull ? 1 : nil, title: "Movies", members: [stub, stub])
        let next = NextEpisode(season: 1, episode: 2, title: isFull ? "Two" : nil)
        let dashboard = Dashboard(
            sections: [.init(group: group, rooms: rooms, nextEpisode: next), .init(group: group, rooms: [], nextEpisode: nil)],
            truncated: isFull)
        if isFull {
            // A field that is left out of the sample would be left out of the comparison.
            for value: Any in [stub, rooms[0], rooms[0].members[0], comment, group, next, dashboard.sections[0]] {
                #expect(Mirror(reflecting: value).children.allSatisfy { "\($0.value)" != "nil" }, "\(value) has every field")
            }
        }
        try same(dashboard)
        try same(Page(items: [comment, comment], next: isFull ? "n" : nil))
        try same(Page(items: [Comment](), next: nil))
        try same(Created(rooms[0]))
    }

    /// - Parameter value: written in both ways.
    private func same(_ value: some JSONWritable) throws {
        #expect(text(try JSONWriter.bytes(of: value)) == text(try JSONWriter.encoded(value)))
    }

    @Test("A number that JSON can't hold is an error, not rubbish")
    func infinity() {
        #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Double.infinity]) }
    }

    @Test("Brackets in strings don't count as nesting")
    func nesting() {
        #expect(RequestReader.nesting(of: #"{"a":"[[[[\"[[","b":[[1]]}"#.utf8) == 3)
        #expect(RequestReader.nesting(of: "".utf8) == 0)
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
