import Foundation

/// A document of the project.
struct Document {
    let name: String
    let lines: [String]

    /// - Parameter name: the path from the project's folder.
    init(_ name: String) throws {
        self.init(name, text: try String(contentsOf: Self.project.appending(path: name), encoding: .utf8))
    }

    init(_ name: String, text: String) {
        self.name = name
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Commands and the answer that the document shows for them.
    struct Step {
        /// The line at which the commands begin.
        let line: Int
        let commands: String
        let answer: String
        let answerIsJSON: Bool
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the steps of a section, up to the next heading of the second level: each `sh` block with the `json` or
    /// `text` block after it. Programs and blocks without a language are skipped.
    /// - Throws: `Fault` if a block has no answer.
    func steps(under heading: String) throws -> [Step] {
        let blocks = blocks(under: heading).filter { !["swift", ""].contains($0.language) }
        guard blocks.count.isMultiple(of: 2) else { throw Fault(description: "\(name): the last block of \"\(heading)\" has no answer") }
        return try stride(from: 0, to: blocks.count, by: 2).map { index in
            let (commands, answer) = (blocks[index], blocks[index + 1])
            guard commands.language == "sh", ["json", "text"].contains(answer.language) else {
                let found = "\(commands.language), \(answer.language)"
                throw Fault(description: "\(name):\(commands.line): sh and its answer are wanted, not \(found)")
            }
            return Step(line: commands.line, commands: commands.text, answer: answer.text, answerIsJSON: answer.language == "json")
        }
    }

    /// Returns the programs in a section, unchanged.
    func programs(under heading: String) -> [String] {
        blocks(under: heading).filter { $0.language == "swift" }.map(\.text)
    }

    /// The targets of all links except those to the web.
    var localLinks: [String] {
        lines.flatMap { line in
            line.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.1) }.filter { !$0.contains("://") }
        }
    }

    private struct Block {
        let line: Int
        let language: String
        var text: String
    }

    private func blocks(under heading: String) -> [Block] {
        let section = lines.enumerated().drop { $0.element != heading }.dropFirst().prefix { !$0.element.hasPrefix("## ") }
        var (blocks, isOpen): ([Block], Bool) = ([], false)
        for (number, line) in section {
            if line.hasPrefix("```") {
                if !isOpen { blocks.append(Block(line: number + 1, language: String(line.dropFirst(3)), text: "")) }
                isOpen.toggle()
            } else if isOpen {
                blocks[blocks.count - 1].text += line + "\n"
            }
        }
        return blocks
    }
}
