import Foundation

/// The rules of docs/rules, read from their pages.
struct RuleBook {
    struct Rule {
        /// The rule's position: `docs/rules/people.md:12`.
        let place: String
        let section: Int
        let number: Int

        var name: String { "\(section).\(number)" }
    }

    /// The pages in the order of their rules, each with its rules.
    private(set) var pages: [(document: Document, rules: [Rule])]

    init(_ documents: [Document]) {
        pages = documents.map { document in (document, Self.rules(of: document)) }
            .sorted { ($0.rules.first?.order ?? (0, 0)) < ($1.rules.first?.order ?? (0, 0)) }
    }

    /// Reads every page of docs/rules except the contents and the index of tests.
    static func read() throws -> RuleBook {
        let folder = "docs/rules"
        let names = try FileManager.default.contentsOfDirectory(atPath: Document.project.appending(path: folder).path)
        let pages = names.filter { $0.hasSuffix(".md") && !["README.md", "tests.md"].contains($0) }
        return RuleBook(try pages.map { try Document("\(folder)/\($0)") })
    }

    var rules: [Rule] { pages.flatMap(\.rules) }

    /// The rules that are out of order or repeated.
    var faults: [String] {
        pages.flatMap { page in zip(page.rules, page.rules.dropFirst()).filter { $0.order >= $1.order } }
            .map { "\($1.place): \($1.name) stands after \($0.name)" }
            + Dictionary(grouping: rules, by: \.name).filter { $0.value.count > 1 }.map { "\($0.value[1].place): \($0.key) stands twice" }
    }

    /// Returns whether there is a rule with this number, such as `5.3`, or a section, such as `5`.
    func has(_ citation: String) -> Bool {
        rules.contains { $0.name == citation || "\($0.section)" == citation }
    }

    /// Returns the text of docs/rules/tests.md.
    /// - Parameter tests: the tests that show each rule, by its number.
    func index(of tests: [String: [String]]) -> String {
        let pages = pages.map { page in
            let file = page.document.name.split(separator: "/").last.map(String.init) ?? page.document.name
            let lines = page.rules.map { rule in
                "- **\(rule.name)** " + (tests[rule.name] ?? []).sorted().map { "`\($0)`" }.joined(separator: ", ")
            }
            return "## [\(file)](\(file))\n\n" + lines.joined(separator: "\n") + "\n"
        }
        return """
            # The tests of each rule

            This page is for somebody who wants to see how a rule is tested. It lists, for each rule, the tests whose comment says "Shows rule".
            `bin/test --record` writes it.


            """ + pages.joined(separator: "\n")
    }

    private static func rules(of document: Document) -> [Rule] {
        document.lines.enumerated().compactMap { index, line in
            guard let rule = line.firstMatch(of: #/^- \*\*(\d{1,9})\.(\d{1,9})\*\* /#), let section = Int(rule.1), let number = Int(rule.2)
            else { return nil }
            return Rule(place: "\(document.name):\(index + 1)", section: section, number: number)
        }
    }
}

extension RuleBook.Rule {
    fileprivate var order: (Int, Int) { (section, number) }
}

/// A file of Swift, SQL, Python or JavaScript, analysed without running it.
struct SourceFile {
    /// The path from the project's folder.
    let name: String
    let text: String

    /// Reads the files of some of the project's folders.
    static func all(in folders: [String]) throws -> [SourceFile] {
        try folders.flatMap { folder in
            let names = try FileManager.default.subpathsOfDirectory(atPath: Document.project.appending(path: folder).path)
            let kinds = [".swift", ".sql", ".py", ".js"]
            return try names.filter { name in kinds.contains { name.hasSuffix($0) } }.map { name in
                let url = Document.project.appending(path: folder).appending(path: name)
                return SourceFile(name: "\(folder)/\(name)", text: try String(contentsOf: url, encoding: .utf8))
            }
        }
    }

    /// A test, by suite and function, with the rules that its comment claims to show.
    struct Test: Equatable {
        /// The name, as `RoomTests/create`.
        let name: String
        let rules: [String]
    }

    var tests: [Test] {
        name.hasSuffix(".swift") ? swiftTests : scriptTests
    }

    /// The tests of the web client: functions in Python whose first line says what they show, and tests in JavaScript
    /// below a comment that does.
    private var scriptTests: [Test] {
        var (tests, rules, function): ([Test], [String], String?) = ([], [], nil)
        let file = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? name
        for line in text.split(separator: "\n") {
            if let docstring = line.firstMatch(of: #/^ +"""Shows rules? .*/#), let function {
                tests.append(Test(name: "\(file)/\(function)", rules: Self.numbers(in: docstring.0.prefix { $0 != ":" })))
            }
            function = line.firstMatch(of: #/^def (\w+)\(/#).map { String($0.1) }
            if line.hasPrefix("// Shows rule") { rules = Self.numbers(in: line.prefix { $0 != ":" }) }
            if let test = line.firstMatch(of: #/^test\("([^"]+)"/#) {
                tests.append(Test(name: "\(file)/\(test.1)", rules: rules))
                rules = []
            }
        }
        return tests
    }

    private var swiftTests: [Test] {
        var (tests, rules, suite, isTest): ([Test], [String], String?, Bool) = ([], [], nil, false)
        for line in text.split(separator: "\n") {
            if line.first != " ", let type = line.firstMatch(of: #/^(?:@Suite.* )?(?:final )?(?:struct|class|extension) (\w+)/#) {
                suite = String(type.1)
            }
            if line.hasPrefix("    /// Shows rule") { rules += Self.numbers(in: line) }
            if line.hasPrefix("    @Test") { isTest = true }
            if isTest, let function = line.firstMatch(of: #/^ +(?:@Test.* )?(?:static )?func (\w+)/#), let suite {
                tests.append(Test(name: "\(suite)/\(function.1)", rules: rules))
                (rules, isTest) = ([], false)
            }
        }
        return tests
    }

    /// The sections and rules that the file cites, as "rules 5 and 9" or "rule 5.3". Migrations never change, so they
    /// cite the pages of their time.
    var citations: [String] {
        text.matches(of: /\brules?(?:\.md)? ((?:\d+(?:\.\d+)?(?:, | and | to )?)+)/).flatMap { Self.numbers(in: $0.1) }
    }

    private static func numbers(in text: Substring) -> [String] {
        text.matches(of: /\d+(?:\.\d+)?/).map { String($0.0) }
    }
}
