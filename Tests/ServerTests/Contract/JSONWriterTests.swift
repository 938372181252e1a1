import DavenportAPI
import Foundation
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
        #expect(text(try JSONWriter.encoded([id])) == #"["0192abcd-ef01-7234-8567-89abcdef0123"]"#)
        #expect(text(try JSONWriter.encoded([Date(timeIntervalSince1970: 1_772_395_200.5)])) == #"["2026-03-01T20:00:00.500Z"]"#)
        try same([id])
        try same([Date(timeIntervalSince1970: 1_772_395_200.5)])
        try same([true, false])
        try same([0, 9, 10, -1, Int.min, Int.max])
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
    @Test("Custom writers equal the Codable conformance, with all optional fields and with none")
    func written() throws {
        let document = try Contract.document.get()
        let check = SchemaCheck(document: document)
        var count = 0
        // PostgreSQL assembles the export.
        for endpoint in Endpoints.all where !isExport(endpoint) {
            let answer = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]?["responses"]?[String(endpoint.success)]
            guard let schema = answer?["content"]?["application/json"]?["schema"] else { continue }
            let full = try #require(check.resolved(schema)["examples"]?.elements.first, "\(endpoint.name)")
            for example in [full, check.least(of: full, schema)] { count += try sameAnswer(endpoint, example) ? 1 : 0 }
        }
        #expect(count > 20)
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

    /// - Returns: whether the endpoint's answers have a custom writer.
    private func sameAnswer<Declared: EndpointDeclaration>(_ endpoint: Declared, _ example: JSONValue) throws -> Bool {
        let answer = try JSONDecoder.wire.decode(Declared.Out.self, from: Data(example.description.utf8))
        guard let answer = answer as? any JSONWritable else { return false }
        try same(answer)
        return true
    }

    /// - Parameter value: a value to write in both ways.
    private func same(_ value: some JSONWritable) throws {
        #expect(text(try JSONWriter.bytes(of: value)) == text(try JSONWriter.encoded(value)))
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
