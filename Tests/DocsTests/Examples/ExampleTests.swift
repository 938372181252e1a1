import DavenportAPI
import Foundation
import Server
import TestSupport
import Testing

@Suite("rules 10: the document's examples")
struct ExampleTests {
    @Test("The document names its license and a contact")
    func info() throws {
        let info = try OpenAPI.document()["info"]
        #expect(info?["license"] == ["name": "MIT License", "identifier": "MIT"])
        #expect(info?["contact"]?["name"]?.text?.isEmpty == false)
    }

    /// Shows rule 10.9.
    @Test("Every operation has an example, which equals the demo community's answer")
    func recorded() async throws {
        let examples = try await Scenario.record()
        let names = Endpoints.all.map(\.name)
        #expect(Set(names).subtracting(examples.keys) == [])
        var stable = StableText()
        let members = names.compactMap { name in examples[name].map { JSONValue.Member(name, stable.stable($0).json) } }
        let text = JSONValue.object(members).description + "\n"
        let url = Document.project.appending(path: "Sources/Server/Docs/examples.json")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: url) }
        #expect(
            try String(contentsOf: url, encoding: .utf8) == text,
            "Answers have changed. Look at the difference after: bin/test --record")
    }

    /// Shows rule 10.9.
    @Test("Every body in JSON and every successful answer with content has an example, whatever its status")
    func everywhere() throws {
        let document = try OpenAPI.document(examples: try RecordedExample.all())
        let check = SchemaCheck(document: document)
        let operations = try #require(document["paths"]).members.flatMap { $0.value.members.map(\.value) }
        #expect(operations.count == Endpoints.all.count)
        for operation in operations {
            let name = operation["operationId"]?.text ?? ""
            if let body = operation["requestBody"]?["content"]?["application/json"] { #expect(body["example"] != nil, "\(name)") }
            for answer in operation["responses"]?.members ?? [] where answer.name.hasPrefix("2") {
                let media = (check.resolved(answer.value)["content"]?.members ?? []).map(\.value)
                #expect(media.isEmpty || media.contains { ($0["example"] ?? $0["examples"]) != nil }, "\(name): \(answer.name)")
            }
        }
    }

    /// Shows rule 10.9.
    @Test("Every example is valid by the document's own schemas")
    func valid() throws {
        let examples = try RecordedExample.all()
        let document = try OpenAPI.document(examples: examples)
        let check = SchemaCheck(document: document)
        let operations = try #require(document["paths"]).members.flatMap { $0.value.members.map(\.value) }
        for operation in operations {
            let name = operation["operationId"]?.text ?? ""
            let example = try #require(examples[name], "\(name)")
            let body = operation["requestBody"]?["content"]?.members.first?.value
            let answer = operation["responses"]?[String(example.status)]?["content"]?[example.answerType ?? ""]
            for (media, isClosed) in [(body, false), (answer, true)] {
                guard let media, let value = media["example"] else { continue }
                let schema = media["schema"] ?? [:]
                if schema["format"] == "binary" { continue }
                #expect(check.faults(value, schema, at: name, isClosed: isClosed) == [])
            }
            #expect(example.answerType == nil || answer?["example"] ?? answer?["examples"] != nil, "\(name)")
            for parameter in operation["parameters"]?.elements ?? [] {
                guard let value = parameter["example"] else { continue }
                #expect(check.faults(value, parameter["schema"] ?? [:]) == [], "\(name).\(parameter["name"]?.text ?? "")")
            }
        }
    }
}
