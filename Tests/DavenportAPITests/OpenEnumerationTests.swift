import Foundation
import TestSupport
import Testing

@testable import DavenportAPI

@Suite("rule 10.11: unknown values of a newer server")
struct OpenEnumerationTests {
    /// Shows rule 10.11.
    @Test("Every enumeration of every answer keeps unknown values")
    func everywhere() throws {
        var count = 0
        for type in try AnswerTypes.all() where AnswerTypes.probe.values(of: type) != nil {
            count += 1
            #expect(type is any OpenEnumeration.Type || type is any ExtensibleText.Type, "\(type)")
        }
        #expect(count > 15)
    }

    /// Shows rule 10.11.
    @Test("An unknown value is decoded and encoded unchanged, and no request accepts it")
    func kept() throws {
        let json = Data(#"{"role": "conductor"}"#.utf8)
        let holder = try JSONDecoder().decode([String: Role].self, from: json)
        #expect(holder["role"]?.rawValue == "conductor" && "\(holder["role"]!)" == "conductor")
        #expect(try JSONDecoder().decode([String: Role].self, from: JSONEncoder().encode(holder)) == holder)
        #expect(Role(rawValue: "conductor") == nil && Role(rawValue: "admin") == .admin)
    }

    /// Shows rule 10.11.
    @Test("A subject of an unknown kind is decoded with its title", arguments: ["title", "showTitle"])
    func subjects(field: String) throws {
        let json = Data(#"{"kind": "opera", "\#(field)": "Aida", "act": 2}"#.utf8)
        #expect(try JSONDecoder().decode(Subject.self, from: json) == .custom(title: "Aida"))
        #expect(try JSONDecoder().decode(Subject.self, from: Data(#"{"kind": "opera"}"#.utf8)) == .custom(title: "opera"))
    }

    @Test("The document lists the values of answers as open, and those of requests as closed")
    func document() throws {
        let document = try OpenAPI.document()
        let (schemas, check) = (try #require(document["components"]?["schemas"]), SchemaCheck(document: document))
        #expect(schemas.members.allSatisfy { $0.value["enum"] == nil })
        #expect(schemas["Role"]?["x-extensible-enum"]?.elements.contains("owner") == true)
        #expect(schemas["NewInvite"]?["properties"]?["role"]?["enum"]?.elements.contains("owner") == true)
        let subject: JSONValue = ["$ref": "#/components/schemas/Subject"]
        let custom: JSONValue = try #require(schemas["Subject.custom"])
        #expect(custom["properties"]?["kind"]?["x-extensible-enum"] == ["custom"])
        #expect(custom["properties"]?["kind"]?["not"] == ["enum": ["tv", "movie"]], "anything but those")
        #expect(check.faults(["kind": "movie", "movieID": 13, "title": "Forrest Gump"], subject) == [], "it is of one kind alone")
        #expect(check.faults(["kind": "tv", "title": "Severance"], subject) != [], "what is known has all that it should")
    }
}
