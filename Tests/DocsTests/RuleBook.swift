import Foundation

/// The rules of a document, each with the tests that show it.
struct RuleBook {
    struct Rule {
        /// Where it begins in the document.
        let line: Int
        /// The section that it stands in, by the heading above it.
        let heading: Int
        let section: Int
        let number: Int
        var tests: [String] = []

        var name: String { "\(section).\(number)" }
    }

    private(set) var sections: [Int] = []
    private(set) var rules: [Rule] = []

    init(_ document: Document) {
        for (index, line) in document.lines.enumerated() {
            if let heading = line.firstMatch(of: #/^## (\d{1,9})\. /#) {
                sections += Self.numbers(heading.1)
            } else if let rule = line.firstMatch(of: #/^- \*\*(\d{1,9})\.(\d{1,9})\*\* /#) {
                for (section, number) in zip(Self.numbers(rule.1), Self.numbers(rule.2)) {
                    rules.append(Rule(line: index + 1, heading: sections.last ?? 0, section: section, number: number))
                }
            } else if let tests = line.firstMatch(of: #/^ +<sub>(.*)</sub>$/#), !rules.isEmpty {
                rules[rules.count - 1].tests += tests.1.split(separator: ", ").map(String.init)
            }
        }
    }

    /// What is wrong with its numbers, and which rules nothing shows.
    var faults: [String] {
        let headings = zip(sections, sections.dropFirst()).filter { $0 >= $1 }.map { "section \($1) stands after section \($0)" }
        let places = rules.filter { $0.section != $0.heading }.map { "\($0.name) stands in section \($0.heading)" }
        let order = zip(rules, rules.dropFirst()).filter { ($0.section, $0.number) >= ($1.section, $1.number) }
            .map { "\($1.name) stands after \($0.name)" }
        return headings + places + order + rules.filter(\.tests.isEmpty).map { "\($0.name) names no test" }
    }

    /// Whether there is a section or a rule of that number: 5, or 5.3.
    func has(_ citation: String) -> Bool {
        sections.contains { "\($0)" == citation } || rules.contains { $0.name == citation }
    }

    private static func numbers(_ text: Substring) -> [Int] {
        Int(text).map { [$0] } ?? []
    }
}

/// A file of Swift or SQL, and what can be read from it without compiling it.
struct SourceFile {
    /// Where it is, from the project's folder.
    let name: String
    let text: String

    /// Those in some of the project's folders.
    static func all(in folders: [String]) throws -> [SourceFile] {
        try folders.flatMap { folder in
            let names = try FileManager.default.subpathsOfDirectory(atPath: Document.project.appending(path: folder).path)
            return try names.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".sql") }.map { name in
                let url = Document.project.appending(path: folder).appending(path: name)
                return SourceFile(name: "\(folder)/\(name)", text: try String(contentsOf: url, encoding: .utf8))
            }
        }
    }

    /// Its tests, as suite and function: `RoomTests/create`.
    var tests: [String] {
        var (names, suite, isTest): ([String], String?, Bool) = ([], nil, false)
        for line in text.split(separator: "\n") {
            if line.first != " ", let type = line.firstMatch(of: #/^(?:@Suite.* )?(?:final )?(?:struct|class|extension) (\w+)/#) {
                suite = String(type.1)
            }
            if line.hasPrefix("    @Test") { isTest = true }
            if isTest, let function = line.firstMatch(of: #/^ +(?:@Test.* )?(?:static )?func (\w+)/#), let suite {
                names.append("\(suite)/\(function.1)")
                isTest = false
            }
        }
        return names
    }

    /// The sections and rules that it cites, where "rules.md" and numbers stand together.
    var citations: [String] {
        text.matches(of: /rules\.md ((?:\d+(?:\.\d+)?(?:, | and | to )?)+)/).flatMap { citation in
            citation.1.matches(of: /\d+(?:\.\d+)?/).map { String($0.0) }
        }
    }
}
