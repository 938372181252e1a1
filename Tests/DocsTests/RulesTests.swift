import Foundation
import Testing

@Suite("docs/rules.md")
struct RulesTests {
    private func book() throws -> RuleBook {
        let book = RuleBook(try Document("docs/rules.md"))
        try #require(book.rules.count > 90 && book.sections.count >= 12)
        return book
    }

    @Test("Each rule is numbered by its section, in order, and names a test")
    func numbers() throws {
        let faults = try book().faults
        #expect(faults == [])
    }

    @Test("The tests that it names exist")
    func tests() throws {
        let written = Set(try SourceFile.all(in: ["Tests"]).flatMap(\.tests))
        let missing = try book().rules.flatMap { rule in
            rule.tests.filter { !written.contains($0) }.map { "docs/rules.md:\(rule.line): \(rule.name) names \($0)" }
        }
        #expect(missing == [])
    }

    @Test("What code and tests cite of it is there")
    func citations() throws {
        let book = try book()
        let files = try SourceFile.all(in: ["Sources", "Tests", "Examples", "sql"])
        #expect(files.flatMap(\.citations).count > 50)
        let missing = files.flatMap { file in
            file.citations.filter { !book.has($0) }.map { "\(file.name) cites rules.md \($0)" }
        }
        #expect(missing == [])
    }

    @Test("A rule is read with its number and the tests below it")
    func rule() throws {
        let text = "## 3. Invites\n\n- **3.1** One\n  more.\n  <sub>A/a, B/b</sub>\n  <sub>C/c</sub>\n- **3.4** Two.\n  <sub>D/d</sub>"
        let book = RuleBook(try Document("a.md", text: text))
        #expect(book.rules.map(\.name) == ["3.1", "3.4"])
        #expect(book.rules.map(\.tests) == [["A/a", "B/b", "C/c"], ["D/d"]])
        #expect(book.rules.map(\.line) == [3, 7])
        #expect(book.faults == [])
        #expect(["3", "3.1", "3.2", "4"].map(book.has) == [true, true, false, false])
    }

    @Test(
        "What is wrong with numbers and tests is found",
        arguments: [
            ("## 2. B\n## 1. A", "section 1 stands after section 2"), ("## 2. B\n- **1.1** x\n  <sub>A/a</sub>", "1.1 stands in section 2"),
            ("## 1. A\n- **1.1** x\n  <sub>A/a</sub>\n- **1.1** y\n  <sub>A/a</sub>", "1.1 stands after 1.1"),
            ("## 1. A\n- **1.1** x\n", "1.1 names no test"),
        ])
    func faults(text: String, fault: String) throws {
        #expect(RuleBook(try Document("a.md", text: text)).faults == [fault])
    }

    @Test("Of a file the tests are read, and what it cites")
    func source() {
        let source = """
            @Suite("rules.md 5 to 7 and 9: both")
            struct BothTests {
                @Test("rules.md 2.1: one")
                func one() {}
                func helper() {}
                @Test(
                    "two", arguments: [1])
                func two(number: Int) {}
            }
            @Suite struct OtherTests {
                @Test func three() {}
            }
            """
        let file = SourceFile(name: "BothTests.swift", text: source)
        #expect(file.tests == ["BothTests/one", "BothTests/two", "OtherTests/three"])
        #expect(file.citations == ["5", "7", "9", "2.1"])
    }
}
