import Foundation
import TestSupport
import Testing

@testable import DavenportAPI

@Suite("rules 10: schemas are derived from the encoding and decoding code", .aside)
struct SchemaTests {
    /// Shows rule 10.7.
    @Test("An input's fields have their requirement, treatment of null, defaults and limits")
    func input() throws {
        let fields = DescribedFields.variants(of: CommentQuery.self)[0].fields
        #expect(fields.map(\.name) == ["roomID", "seconds", "gate", "after", "limit"])
        #expect(fields.map(\.isRequired) == [true, false, false, false, false])
        #expect(fields[4].schema == ["type": "integer", "minimum": 1, "maximum": 500, "default": 50])
        let change = try schema("AccountChange")
        #expect(change["properties"]?["birthday"]?["type"] == ["string", "null"])
        #expect(change["properties"]?["birthday"]?["description"] == "null clears it.")
        #expect(change["required"] == nil)
        #expect(try schema("NewInvite")["properties"]?["role"]?["enum"]?.elements.last == JSONValue.null)
        #expect(try schema("NewComment")["properties"]?["roomID"] == nil, "it is in the path")
    }

    @Test("An input whose fields depend on one of them is a oneOf of its cases")
    func choice() throws {
        #expect(try schema("NewSubject")["oneOf"]?.elements.count == 3)
        #expect(try schema("NewSubject.tv")["required"] == ["kind", "season", "episode"])
        #expect(try schema("NewSubject.custom")["properties"]?.members.map(\.name) == ["kind", "title"])
        let check = SchemaCheck(document: try Contract.document.get())
        let subject = try schema("NewSubject")
        #expect(check.faults(["kind": "custom", "title": "Holiday"], subject) == [])
        #expect(check.faults(["kind": "movie", "title": "Holiday"], subject) != [])
    }

    @Test("A field can be required together with another")
    func demand() throws {
        let check = SchemaCheck(document: [:])
        let preferences = try schema("NewNotificationPreferences")
        let hours: JSONValue = ["from": "22:00", "to": "07:30"]
        func faults(_ value: JSONValue) -> [String] {
            check.faults(value.merging(["muted": [], "mutedRooms": []]), preferences, isClosed: false)
        }
        #expect(faults(["quietHours": hours, "timeZone": "UTC"]) == [])
        #expect(faults(["quietHours": nil]) == [])
        #expect(faults(["quietHours": hours]) != [])
    }

    @Test("An answer's properties are those that it decodes")
    func answer() throws {
        let user = try schema("User")
        #expect(user["required"] == ["id", "username", "identityColor"])
        #expect(user["properties"]?["role"]?["$ref"] == "#/components/schemas/Role")
        #expect(try schema("Subject")["discriminator"]?["propertyName"] == "kind")
        #expect(try schema("Subject.movie")["properties"]?.members.map(\.name) == ["kind", "movieID", "title"])
        #expect(try schema("GroupCard")["properties"]?["lastActivityAt"]?["format"] == "date-time")
        #expect(try schema("CommentPage")["properties"]?["items"]?["items"]?["$ref"] == "#/components/schemas/Comment")
    }

    @Test("An answer that can't be analysed is an error, and gives no wrong schema")
    func undecodable() {
        enum Closed: String, Codable { case open }
        struct Answer: Codable { let state: Closed }
        #expect(throws: DecodingError.self) { try AnswerProbe(areas: []).form(of: Answer.self) }
    }

    /// Shows rules 2.5 and 2.6.
    @Test("A text type's pattern accepts whatever the type accepts, and without composable characters nothing else", arguments: 0..<7)
    func texts(index: Int) throws {
        let types: [FieldType<String>] = [
            .text(1...1), .text(1...4), .text(2...6, lines: true), .email, .username, .password, .nameOfPerson,
        ]
        let type = types[index]
        let schema = type.schema()
        let check = SchemaCheck(document: [:])
        var random = SplitMix64(seed: UInt64(index))
        var taken = 0
        for _ in 0..<5000 {
            let text = String((0..<Int.random(in: 0...11, using: &random)).compactMap { _ in Self.alphabet.randomElement(using: &random) })
            let isTaken = (try? type.read(.text(text)).get()) != nil
            let fits = check.faults(.string(text), schema).isEmpty
            let isExact = text.unicodeScalars.allSatisfy { $0.value < 0x300 }
            if isTaken { taken += 1 }
            if isTaken != fits, isTaken || isExact {
                Issue.record("\(text.debugDescription) is \(isTaken ? "taken" : "refused"), the schema says otherwise")
            }
        }
        #expect((25...4975).contains(taken))
    }

    @Test("Every pattern of the document is valid in Go, Rust, Python and browsers")
    func portable() throws {
        let patterns = Self.patterns(in: try Contract.document.get())
        #expect(patterns.count > 20)
        for pattern in patterns {
            #expect(
                !pattern.contains("\\u") && !pattern.contains("(?=") && !pattern.contains("(?!") && !pattern.contains("(?<"), "\(pattern)")
            for count in pattern.matches(of: /\{(\d+),?(\d*)\}/) {
                #expect([count.1, count.2].allSatisfy { (Int($0) ?? 0) <= 1000 }, "\(pattern)")
            }
        }
    }

    private static func patterns(in value: JSONValue) -> Set<String> {
        var found = Set(value.elements.flatMap { patterns(in: $0) })
        for member in value.members {
            if member.name == "pattern", let pattern = member.value.text { found.insert(pattern) }
            found.formUnion(patterns(in: member.value))
        }
        return found
    }

    /// Mostly edge cases: white space, control characters, composing and decomposing ones.
    private static let alphabet: [Character] = [
        "a", "b", "Z", "7", "@", ".", "<", "_", "-", "a", "b", "c", "d", "e", " ", "\t", "\n", "\u{B}", "\u{85}", "\u{A0}", "\u{2009}",
        "\u{3000}", "\u{FEFF}", "\u{200B}", "\u{0}", "\u{7}", "\u{1C}", "\u{7F}", "\u{9F}", "\u{AD}", "é", "ß", "×", "\u{2C2}", "\u{2E4}",
        "\u{AA}", "\u{B5}", "\u{140}", "e\u{301}", "\u{301}", "\u{958}", "漢", "🙂", "\u{1112}\u{1161}\u{11AB}", "а", "ω", "ե", "\u{374}",
        "ａ", "\u{200D}", "\u{FE0F}", "\u{3164}", "\u{E0100}", "\u{2028}", "\u{1C0}", "\u{251}", "\u{259}", "\u{2BC}",
    ]

    private func schema(_ name: String) throws -> JSONValue {
        try #require(try Contract.document.get()["components"]?["schemas"]?[name])
    }
}
