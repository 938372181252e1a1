import DavenportAPI
import Foundation
import Testing

@Suite("The documents")
struct DocumentTests {
    @Test("Links in documents lead to existing files", arguments: try DocumentTests.names())
    func links(name: String) throws {
        let folder = Document.project.appending(path: name).deletingLastPathComponent()
        for link in try Document(name).localLinks {
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: link).path), "\(name) links to \(link)")
        }
    }

    @Test("A link's target is the text in parentheses, without its fragment; links to the web are skipped")
    func localLinks() throws {
        let text = "[rules](rules.md) and [a rule](../rules.md#2-people), not [Swift](https://swift.org) nor [here](#one)"
        #expect(try Document("a.md", text: text).localLinks == ["rules.md", "../rules.md"])
    }

    @Test("A document's instructions for changes name things that exist in the file")
    func places() throws {
        let document = try Document("docs/architecture.md")
        let places = document.lines.compactMap { $0.wholeMatch(of: /\| .+ \| \[\w+\]\((\S+)\) \| `(.+)` \|/) }
        #expect(places.count >= 15)
        let folder = Document.project.appending(path: "docs")
        for place in places {
            let text = try String(contentsOf: folder.appending(path: String(place.1)), encoding: .utf8)
            for name in String(place.2).components(separatedBy: "`, `") { #expect(text.contains(name), "\(place.1) has no \(name)") }
        }
    }

    /// Returns the documents at the top and in `docs/` with its folders.
    private static func names() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Document.project.appending(path: "docs").path)
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
    }

    @Test("A section's steps are its commands and their answers, and diagrams are none")
    func steps() throws {
        let first = "## One\n```sh\nfirst\n```\ntext\n```json\n1\n```\n"
        let second = "## Two\n```\ndrawn\n```\n```sh\nsecond\n```\n```text\n2\n```\n"
        let steps = try Document("a.md", text: first + second).steps(under: "## Two")
        #expect(steps.map(\.commands) == ["second\n"])
        #expect(steps.map(\.answer) == ["2\n"])
        #expect(steps.map(\.answerIsJSON) == [false])
        #expect(steps.map(\.line) == [13])
    }

    @Test(
        "Commands without an answer are an error",
        arguments: [["sh"], ["sh", "json", "sh"], ["sh", "sh"], ["json", "sh"], ["sh", "swift"]])
    func unanswered(languages: [String]) {
        let blocks = languages.map { "```\($0)\n1\n```\n" }.joined()
        #expect(throws: Document.Fault.self) { try Document("a.md", text: "## One\n" + blocks).steps(under: "## One") }
    }
}

@Suite("Comparing a documented answer with a real one")
struct ComparisonTests {
    private func differences(_ pairs: (String, String)...) throws -> [String] {
        var comparison = Comparison()
        return try pairs.flatMap { shown, real in
            comparison.differences(
                try JSONDecoder().decode(JSONValue.self, from: Data(shown.utf8)),
                try JSONDecoder().decode(JSONValue.self, from: Data(real.utf8)))
        }
    }

    @Test("Equal answers have no differences, in any order of members")
    func same() throws {
        #expect(try differences((#"{"a": 1, "b": [true, null, "x"]}"#, #"{"b":[true,null,"x"],"a":1}"#)).isEmpty)
    }

    @Test(
        "Differences are found",
        arguments: [
            (#"{"a": 1}"#, #"{"a": 2}"#), (#"{"a": "x"}"#, #"{"a": "y"}"#), (#"{"a": 1}"#, "{}"), ("{}", #"{"a": 1}"#), ("[1]", "[1, 2]"),
            ("1", #""1""#), ("true", "1"), (#""2026-03-01T20:00:00.000Z""#, #""2026-03-01""#),
        ])
    func different(shown: String, real: String) throws {
        #expect(try differences((shown, real)).count == 1)
    }

    @Test("Ids and times may differ")
    func variables() throws {
        let shown = #"["00000000-0000-7000-8000-00000000000a", "2026-03-01T20:00:00.000Z"]"#
        let real = #"["00000000-0000-7000-8000-00000000000b", "2027-01-01T00:00:00.123Z"]"#
        #expect(try differences((shown, real)).isEmpty)
    }

    @Test("A duration may be another number, and nothing else")
    func elapsed() throws {
        #expect(try differences((#"{"elapsed": 1}"#, #"{"elapsed": 20}"#)).isEmpty)
        for real in [#"{"elapsed": "20"}"#, #"{"elapsed": null}"#, "{}"] {
            #expect(try differences((#"{"elapsed": 1}"#, real)).count == 1)
        }
    }

    @Test("An id stands for the same id everywhere")
    func consistent() throws {
        let ids = ["a", "b", "c"].map { "\"00000000-0000-7000-8000-00000000000\($0)\"" }
        #expect(try differences((ids[0], ids[1]), (ids[0], ids[1])).isEmpty)
        #expect(try differences((ids[0], ids[1]), (ids[0], ids[2])).count == 1)
        #expect(try differences((ids[0], ids[1]), (ids[2], ids[1])).count == 1)
    }
}
