import DavenportAPI
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

@Suite("rules 10: JSON")
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
        var gaps = [1, nil, 3]
        var shapes: [Shape] = [.round(radius: 2), .none, .polygon([[0, 1], []], name: "line")]
        var nothing = Nothing()
        var last = true
    }

    /// A type whose encoding asks for nested containers.
    enum Shape: Codable, Equatable {
        case none
        case round(radius: Int)
        case polygon([[Int]], name: String)
    }

    struct Nothing: Codable, Equatable {}

    /// A type that nests containers by hand, and leaves them open.
    struct Nested: Encodable {
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: FieldName.self)
            var list = object.nestedUnkeyedContainer(forKey: FieldName(stringValue: "list"))
            try list.encode(1)
            var inner = list.nestedContainer(keyedBy: FieldName.self)
            try inner.encode("a", forKey: FieldName(stringValue: "name"))
            _ = list.nestedUnkeyedContainer()
            try list.encode(2)
            try object.encode(3, forKey: FieldName(stringValue: "number"))
            _ = object.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(stringValue: "empty"))
        }
    }

    /// A type that continues an object after the value behind it. No JSON can express that.
    struct Late: Encodable {
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: FieldName.self)
            var early = object.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(stringValue: "early"))
            var next = object.nestedContainer(keyedBy: FieldName.self, forKey: FieldName(stringValue: "next"))
            try next.encode(1, forKey: FieldName(stringValue: "a"))
            try early.encode(2, forKey: FieldName(stringValue: "b"))
        }
    }

    /// A type that encodes two values where one belongs.
    struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
    }

    /// Shows rule 10.1.
    @Test("Foundation can parse what is written")
    func readBack() throws {
        let bytes = try JSONWriter.bytes(of: Everything())
        #expect(try JSONDecoder().decode(Everything.self, from: Data(bytes)) == Everything())
        #expect(!String(decoding: bytes, as: UTF8.self).contains("absent"), "absent fields are left out")
    }

    /// Shows rule 10.2.
    @Test("UUIDs are lower case, and times are RFC 3339 in UTC with milliseconds")
    func forms() throws {
        let id = try #require(UUID(uuidString: "0192ABCD-EF01-7234-8567-89ABCDEF0123"))
        #expect(text(try JSONWriter.bytes(of: [id])) == #"["0192abcd-ef01-7234-8567-89abcdef0123"]"#)
        #expect(text(try JSONWriter.bytes(of: [Date(timeIntervalSince1970: 1_772_395_200.5)])) == #"["2026-03-01T20:00:00.500Z"]"#)
        #expect(
            text(try JSONWriter.bytes(of: [0, 9, 10, -1, Int.min, Int.max])) == "[0,9,10,-1,-9223372036854775808,9223372036854775807]")
    }

    @Test("Fields come in the order of their declaration, without those that are nil")
    func ordered() throws {
        let id = try #require(UUID(uuidString: "0192ABCD-EF01-7234-8567-89ABCDEF0123"))
        let author = UserStub(id: id, username: "bea", identityColor: "#00798c")
        let comment = Comment(
            id: id, roomID: id, number: 7, seconds: 0, content: "that \"hallway\"", author: author,
            createdAt: Date(timeIntervalSince1970: 0), editedAt: nil)
        #expect(
            text(try JSONWriter.bytes(of: Page(items: [comment], next: "AgA")))
                == ##"{"items":[{"id":"0192abcd-ef01-7234-8567-89abcdef0123","roomID":"0192abcd-ef01-7234-8567-89abcdef0123","##
                + ##""number":7,"seconds":0,"content":"that \"hallway\"","author":{"id":"0192abcd-ef01-7234-8567-89abcdef0123","##
                + ##""username":"bea","identityColor":"#00798c"},"createdAt":"1970-01-01T00:00:00.000Z"}],"next":"AgA"}"##)
    }

    @Test("Nested containers end before what follows them")
    func nested() throws {
        #expect(text(try JSONWriter.bytes(of: Nested())) == #"{"list":[1,{"name":"a"},[],2],"number":3,"empty":{}}"#)
    }

    @Test("A value that has no JSON ends the program instead of writing other JSON", .blocking)
    func refused() async {
        await #expect(processExitsWith: .failure) { _ = try JSONWriter.bytes(of: Late()) }
        await #expect(processExitsWith: .failure) { _ = try JSONWriter.bytes(of: Twice()) }
    }

    @Test("A value can write another value's fields beside its own")
    func flattened() throws {
        let group = Group(id: "g", kind: .movie, showID: nil, title: "Movies", members: [])
        let card = GroupCard(group: group, activeCount: 1, archivedCount: 2, lastActivityAt: Date(timeIntervalSince1970: 0))
        #expect(
            text(try JSONWriter.bytes(of: card))
                == #"{"id":"g","kind":"movie","title":"Movies","members":[],"activeCount":1,"archivedCount":2,"#
                + #""lastActivityAt":"1970-01-01T00:00:00.000Z"}"#)
    }

    /// Shows rule 10.1.
    @Test("Each endpoint's answer reads back as it was, with all optional fields and with none")
    func written() throws {
        let document = try OpenAPI.document(examples: try RecordedExample.all())
        let check = SchemaCheck(document: document)
        var count = 0
        // PostgreSQL assembles the export.
        for endpoint in Endpoints.all where !isExport(endpoint) {
            let answer = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]?["responses"]?[String(endpoint.success)]
            guard let media = answer?["content"]?["application/json"], let schema = media["schema"] else { continue }
            let full = try #require(check.resolved(schema)["examples"]?.elements.first, "\(endpoint.name)")
            // A new endpoint's example may not be recorded yet.
            let recorded = media["example"].map { [$0] } ?? []
            for example in [full, check.least(of: full, schema)] + recorded { try sameAnswer(endpoint, example) }
            count += 1
        }
        #expect(count > 70)
        try same(Subject.movie(movieID: Int(Int32.max), title: ""))
        try same(Subject.custom(title: "Café & Straße?"))
        try same(Dashboard(sections: [], truncated: true))
        try same(["bea \"\n é", "\t\\ \u{1} 🛋️"])
    }

    @Test("Characters to escape are found at any position of a text, and no others are escaped", arguments: 0...25)
    func escaped(_ length: Int) throws {
        let plain = (0..<length).map { ["a", "é", " ", "~", "!", "]", "\u{7F}", "🛋"][$0 % 8] }
        #expect(text(try JSONWriter.bytes(of: plain.joined())) == "\"\(plain.joined())\"")
        for special in (0..<0x20).map({ String(Unicode.Scalar($0)) }) + ["\"", "\\"] {
            for place in plain.indices {
                var parts = plain
                parts[place] = special
                let written = try JSONWriter.bytes(of: parts.joined())
                #expect(try JSONDecoder().decode(String.self, from: Data(written)) == parts.joined())
                #expect(!written.contains { $0 < 0x20 })
            }
        }
    }

    private func isExport<Declared: EndpointDeclaration>(_ endpoint: Declared) -> Bool { Declared.Out.self == Attachment.self }

    private func sameAnswer<Declared: EndpointDeclaration>(_ endpoint: Declared, _ example: JSONValue) throws {
        try same(try JSONDecoder.wire.decode(Declared.Out.self, from: Data(example.description.utf8)))
    }

    /// Reads the written value back, and compares it as Foundation's encoder writes it. Foundation's ids are in upper
    /// case and its keys sorted, so its text isn't ours.
    private func same<Value: Codable>(_ value: Value) throws {
        let encoder = JSONEncoder.wire
        encoder.outputFormatting = .sortedKeys
        let read = try JSONDecoder.wire.decode(Value.self, from: Data(try JSONWriter.bytes(of: value)))
        #expect(try encoder.encode(read) == encoder.encode(value))
    }

    @Test("A number that JSON can't represent is an error")
    func infinity() {
        #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Double.infinity]) }
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension SchemaCheck {
    /// Returns an example without its optional members.
    fileprivate func least(of value: JSONValue, _ schema: JSONValue) -> JSONValue {
        let schema = resolved(schema)
        if let first = (schema["oneOf"] ?? schema["anyOf"])?.elements.first { return least(of: value, first) }
        if let items = schema["items"] { return .list(value.elements.map { least(of: $0, items) }) }
        guard let properties = schema["properties"] else { return value }
        let required = schema["required"]?.elements.compactMap(\.text) ?? []
        return .object(
            value.members.filter { required.contains($0.name) }.map { .init($0.name, least(of: $0.value, properties[$0.name] ?? [:])) })
    }
}
