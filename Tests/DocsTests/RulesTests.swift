import Foundation
import Testing

@Suite("The pages of docs/rules")
struct RulesTests {
    private func book() throws -> RuleBook {
        let book = try RuleBook.read()
        try #require(book.rules.count > 300 && book.pages.count >= 19)
        return book
    }

    @Test("Rules are in order, without repetition, on pages of at most 150 lines")
    func numbers() throws {
        let book = try book()
        #expect(book.faults == [])
        #expect(book.pages.filter { $0.document.lines.count > 151 }.map(\.document.name) == [])
    }

    @Test("Each rule has a test whose comment claims to show it, and tests.md lists these tests")
    func index() throws {
        let book = try book()
        let tests = try SourceFile.all(in: ["Tests"]).flatMap(\.tests)
        let byRule = Dictionary(
            grouping: tests.flatMap { test in test.rules.map { (rule: $0, name: test.name) } }, by: \.rule
        ).mapValues { $0.map(\.name) }
        #expect(book.rules.filter { byRule[$0.name] == nil }.map { "\($0.place): no test shows \($0.name)" } == [])
        #expect(tests.flatMap { test in test.rules.filter { !book.has($0) }.map { "\(test.name) shows \($0), which is no rule" } } == [])
        let (text, name) = (book.index(of: byRule), "docs/rules/tests.md")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: Document.project.appending(path: name), atomically: true, encoding: .utf8)
        }
        let isCurrent = try Document(name).lines.joined(separator: "\n") == text
        #expect(isCurrent, "bin/test --record writes \(name) anew")
    }

    @Test("The rules that code and tests cite exist")
    func citations() throws {
        let book = try book()
        let files = try SourceFile.all(in: ["Sources", "Tests", "Examples", "sql"])
        #expect(files.flatMap(\.citations).count > 100)
        let missing = files.flatMap { file in file.citations.filter { !book.has($0) }.map { "\(file.name) cites rule \($0)" } }
        #expect(missing == [])
    }

    @Test("A page's rules are parsed with numbers and positions")
    func reading() throws {
        let text = "# Invites\n\n- **3.1** One\n  more.\n- **3.4** Two."
        let book = RuleBook([try Document("docs/rules/b.md", text: "- **4.1** x"), try Document("docs/rules/a.md", text: text)])
        #expect(book.rules.map(\.name) == ["3.1", "3.4", "4.1"], "pages stand in the order of their rules")
        #expect(book.rules.map(\.place) == ["docs/rules/a.md:3", "docs/rules/a.md:5", "docs/rules/b.md:1"])
        #expect(["3", "3.1", "3.2", "5"].map(book.has) == [true, true, false, false])
        #expect(book.index(of: ["3.1": ["B/b", "A/a"]]).contains("## [a.md](a.md)\n\n- **3.1** `A/a`, `B/b`\n- **3.4** \n"))
    }

    @Test(
        "Rules out of order and repeated rules are found",
        arguments: [
            (["- **1.2** x\n- **1.1** y"], "1.md:2: 1.1 stands after 1.2"), (["- **1.1** x", "- **1.1** y"], "2.md:1: 1.1 stands twice"),
        ])
    func faults(texts: [String], fault: String) throws {
        let pages = try texts.enumerated().map { try Document("\($0.offset + 1).md", text: $0.element) }
        #expect(RuleBook(pages).faults == [fault])
    }

    @Test("A file's tests are parsed with the rules that they show, and so are its citations")
    func source() {
        let source = """
            @Suite("rules 5 to 7 and 9: both")
            struct BothTests {
                /// Shows rule 2.1.
                @Test("one")
                func one() {}
                func helper() {}
                /// Shows rules 3.1 and 3.2.
                @Test(
                    "two", arguments: [1])
                func two(number: Int) {}
            }
            @Suite struct OtherTests {
                @Test func three() {}
            }
            """
        let file = SourceFile(name: "BothTests.swift", text: source)
        #expect(
            file.tests == [
                .init(name: "BothTests/one", rules: ["2.1"]), .init(name: "BothTests/two", rules: ["3.1", "3.2"]),
                .init(name: "OtherTests/three", rules: []),
            ])
        #expect(file.citations == ["5", "7", "9", "2.1", "3.1", "3.2"])
        let python = "def _helper():\n    pass\n\n\ndef a_room_opens(site):\n    \"\"\"Shows rules 5.1 and 5.2: at once.\"\"\"\n    pass\n"
        #expect(SourceFile(name: "room_tests.py", text: python).tests == [.init(name: "room_tests/a_room_opens", rules: ["5.1", "5.2"])])
        let script = "// Shows rule 16.12.\ntest(\"a lie is no answer\", () => {});\ntest(\"another\", () => {});\n"
        #expect(
            SourceFile(name: "answers.test.js", text: script).tests == [
                .init(name: "answers/a lie is no answer", rules: ["16.12"]), .init(name: "answers/another", rules: []),
            ])
    }
}
