import DavenportAPI
import Foundation
import TestSupport
import Testing

/// Writes what the web client's modules must agree on with their Swift counterparts. The browser's tests read the same files.
///
/// `SAVE_VECTORS=1 bin/test WebVectorTests` writes the files again.
@Suite("the web client's vectors")
struct WebVectorTests {
    @Test("Tests/Web/vectors has what timestamps are today")
    func timestamps() throws {
        var random = SplitMix64(seed: 943)
        let written = [
            "15:43 that hallway!", "1:02:03 x", "75:00 x", "0:00 x", "23:59:59 x", "24:00:00 x", "1440:00 x", "999:59 x", "15:60 x",
            "15:43",
            "15:43 ", " 15:43 x", "15:43\nx", "15:43\u{A0}x", "15:43\u{3000}x", "15:43\u{200B}x", "１５：４３ x", "15：43 x", "15:43x",
            "1:2:03 x",
            "١٥:٤٣ x", "15:43 \u{2060}", "15:43 \u{301}x", "15:43\u{301} x", "-1:00 x", "+1:00 x", "15:43\r\n", "", "x", ":43 x", "1: x",
        ]
        let parts = [
            "0", "7", "15", "43", "59", "60", "100", ":", ":", ":", "：", "５", " ", "\n", "\t", "\u{3000}", "\u{85}", "x", "é", "😂",
        ]
        let contents =
            written
            + (0..<120).map { _ in
                (0..<Int.random(in: 2...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            }
        let cuts = contents.map { content -> JSONValue in
            guard let cut = TimestampText.cut(content) else { return ["content": .string(content)] }
            return ["content": .string(content), "seconds": .integer(cut.seconds), "rest": .string(cut.content)]
        }
        let heads = contents.map { String($0.prefix { $0 != " " }) }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let parsed = heads.map { head -> JSONValue in
            TimestampText.seconds(head).map { ["text": .string(head), "seconds": .integer($0)] } ?? ["text": .string(head)]
        }
        let texts = [-1, 0, 7, 59, 60, 943, 3599, 3600, 3723, 35_999, 36_000, 86_399, 86_400, 1_000_000].map { seconds -> JSONValue in
            ["seconds": .integer(seconds), "text": .string(TimestampText.text(seconds))]
        }
        try compare("timestamp", ["cut": cuts, "seconds": parsed, "text": texts])
    }

    @Test("Tests/Web/vectors has what muting folds today")
    func mutes() throws {
        var random = SplitMix64(seed: 49)
        let (ada, bea) = ("01a1fcfb-1122-7385-aa0f-60ec636e3f78", "01a1fcfb-1122-7385-aa0f-60ec636e3f79")
        let people: [([String], [String], String?)] = [
            ([], [], ada), ([ada], [], ada), ([bea], [], ada), ([], [ada], ada), ([], [bea], ada), ([ada, bea], [], nil),
        ]
        var cases = people.map { muted, blocked, author in Case(text: "hello", userIDs: muted, blocked: blocked, author: author) }
        let written = [
            ("finale", "The finale!"), ("finale", "FINALE"), ("finale", "finales"), ("final*", "finales"), ("final*", "semifinal"),
            ("*", "x"),
            ("ß", "STRASSE ẞ"), ("straße", "STRASSE"), ("i", "İ"), ("ı", "I"), ("σ", "ς"), ("é", "e\u{301}"), ("e", "e\u{301}"),
            ("spoiler", "spo\u{AD}iler"), ("spoiler", "ｓｐｏｉｌｅｒ"), ("ﬁn", "fin"), ("終", "最終回"), ("ไทย", "ภาษาไทย"), ("한국", "한국에서"),
            ("국", "한국"),
            ("a b", "x a b y"), ("a b", "a  b"), ("😂", "ha 😂😂"), ("x2", "x²"), ("s01", "S01E05"), ("don't", "Don't!"), ("o\u{308}", "ö"),
        ]
        cases += written.map { Case(text: $0.1, words: [$0.0]) }
        let letters = [
            "a", "A", "b", "i", "İ", "ı", "ß", "ẞ", "σ", "ς", "Σ", "é", "e", "\u{301}", "\u{200D}", "\u{AD}", "ａ", "ﬁ", "終", "カ", "가", "나",
            "ไ", "ท",
            "1", "²", "*", " ", "-", "'", "😂", "\u{345}", "\u{307}",
        ]
        func made(_ count: Range<Int>) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<250 {
            let word = made(1..<4)
            // Half of the texts contain the word.
            let text = Bool.random(using: &random) ? made(0..<4) + word + made(0..<4) : made(1..<9)
            cases.append(Case(text: text, words: [word]))
        }
        try compare("mutes", ["folds": cases.map { $0.value }])
    }

    @Test("Tests/Web/vectors has where positions are today")
    func positions() throws {
        var cases: [JSONValue] = []
        for (seconds, running) in [(0, true), (660, true), (660, false), (86_399, true), (86_250, true)] {
            let position = Position(seconds: seconds, running: running, age: 0)
            for age in [-1, 0, 1, 30, 59, 149, 150, 179, 180, 181, 3600] {
                cases.append([
                    "seconds": .integer(seconds), "running": .boolean(running), "age": .integer(age),
                    "second": .integer(position.second(at: age)),
                ])
            }
        }
        try compare("position", ["second": cases])
    }

    @Test("Tests/Web/vectors has what the spoiler gate hides today")
    func gate() throws {
        var random = SplitMix64(seed: 37)
        let people = (0..<4).map { UUID(uuidString: "01a1fcfb-1122-7385-aa0f-60ec636e3f7\($0)") ?? UUID() }
        let cases = (0..<300).map { _ -> JSONValue in
            let members = people.prefix(Int.random(in: 1...3, using: &random))
            let watched = members.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let second: Int? = Int.random(in: 0..<5, using: &random) == 0 ? nil : Int.random(in: 0...4, using: &random)
            let author = Int.random(in: 0..<8, using: &random) == 0 ? nil : people.randomElement(using: &random)
            let at = Int.random(in: 0...5, using: &random)
            let stub = { UserStub(id: $0, username: "", identityColor: "") }
            let comment = Comment(
                id: people[0], roomID: people[0], number: 1, seconds: at, content: "x", author: author.map(stub), createdAt: .distantPast,
                editedAt: nil)
            let reader = SpoilerGate.Reader(
                userID: people[0], second: second,
                members: members.map { id in
                    Member(user: stub(id), watchedAt: watched.contains(id) ? .distantPast : nil, joinedAt: .distantPast, isHost: false)
                })
            let list = { (ids: [UUID]) -> JSONValue in .list(ids.map { .id($0) }) }
            var value: JSONValue = [
                "userID": .id(people[0]), "memberIDs": list(Array(members)), "watchedIDs": list(watched), "seconds": .integer(at),
                "hides": .boolean(SpoilerGate.hides(comment, from: reader)),
            ]
            if let second { value["second"] = .integer(second) }
            if let author { value["authorID"] = .id(author) }
            return value
        }
        try compare("gate", ["hides": cases])
    }

    /// A byte for each room, a bit for each of its comments. The browser's tests make the same rooms by the same draws.
    @Test("Tests/Web/vectors has what the gate hides in 10,000 random rooms today")
    func randomRooms() throws {
        var random = SplitMix64(seed: 10_000)
        func draw(_ count: UInt64) -> Int { Int(random.next() % count) }
        let people = (0..<8).map { UUID(uuidString: "01a1fcfb-1122-7385-aa0f-60ec636e3f7\($0)") ?? UUID() }
        let stub = { (id: UUID) in UserStub(id: id, username: "", identityColor: "") }
        func room() -> String {
            let members = people.prefix(1 + draw(6)).map { id in
                Member(user: stub(id), watchedAt: draw(4) == 0 ? .distantPast : nil, joinedAt: .distantPast, isHost: false)
            }
            let (isPlaced, age) = (draw(5) > 0, draw(240))
            let position = Position(seconds: draw(600), running: draw(2) == 1, age: age)
            let reader = SpoilerGate.Reader(userID: people[0], second: isPlaced ? position.second(at: age) : nil, members: members)
            let bits = (0..<8).reduce(0) { bits, _ in
                let (author, seconds) = (draw(9), draw(4) == 0 ? 0 : draw(900))
                let comment = Comment(
                    id: people[0], roomID: people[0], number: 1, seconds: seconds, content: "x",
                    author: author < people.count ? stub(people[author]) : nil, createdAt: .distantPast, editedAt: nil)
                return bits * 2 + (SpoilerGate.hides(comment, from: reader) ? 1 : 0)
            }
            return String(bits + 256, radix: 16).suffix(2).lowercased()
        }
        try compare("rooms", ["hidden": (0..<100).map { _ in .string((0..<100).map { _ in room() }.joined()) }])
    }

    private struct Case {
        let text: String
        var words: [String] = []
        var userIDs: [String] = []
        var blocked: [String] = []
        var author: String?

        /// The case and what muting says of it.
        var value: JSONValue {
            let list = { (texts: [String]) -> JSONValue in .list(texts.map { .string($0) }) }
            let mutes = Mutes(userIDs: userIDs.compactMap { UUID(uuidString: $0) }, words: words)
            let blockedIDs = Set(blocked.compactMap { UUID(uuidString: $0) })
            let folds = mutes.folds(text, by: author.flatMap { UUID(uuidString: $0) }, blocked: blockedIDs)
            var value: JSONValue = ["text": .string(text), "words": list(words)]
            if !userIDs.isEmpty { value["userIDs"] = list(userIDs) }
            if !blocked.isEmpty { value["blocked"] = list(blocked) }
            if let author { value["authorID"] = .string(author) }
            value["folds"] = .boolean(folds)
            return value
        }
    }

    /// Compares a file with what it should have, or writes it. A case is a line.
    func compare(_ name: String, _ groups: KeyValuePairs<String, [JSONValue]>) throws {
        let lists = try groups.map { key, cases in
            "\"\(key)\": [\n" + (try cases.map { "  " + (try line($0)) }.joined(separator: ",\n")) + "\n]"
        }
        let text = "{" + lists.joined(separator: ", ") + "}\n"
        let file = webProject.appending(path: "Tests/Web/vectors/\(name).json")
        if ProcessInfo.processInfo.environment["SAVE_VECTORS"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "SAVE_VECTORS=1 bin/test WebVectorTests")
    }

    /// Returns a value in one line of ASCII, so that invisible characters can be seen.
    private func line(_ value: JSONValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return text.utf16.map { unit in
            unit < 0x7F
                ? String(UnicodeScalar(UInt8(unit)))
                : "\\u" + String(repeating: "0", count: unit < 0x100 ? 2 : unit < 0x1000 ? 1 : 0)
                    + String(unit, radix: 16)
        }
        .joined()
    }
}

@Suite("the web client's table of operations")
struct WebTableTests {
    @Test("The tables of js/davenport/api have each endpoint once, with its method and path")
    func table() throws {
        let folder = webProject.appending(path: "Sources/Web/js/davenport/api")
        let names = ["operations.js", "more-operations.js"]
        let modules = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        let rows = modules.joined().matches(of: /"(\w+) ([A-Z]+) (\/[^ "]*)[ "]/).map { "\($0.1) \($0.2) /v1\($0.3)" }
        let endpoints = Endpoints.all.map { "\($0.name) \($0.method.rawValue) \($0.path)" }
        #expect(rows.filter { !endpoints.contains($0) } == [])
        #expect(endpoints.filter { !rows.contains($0) } == [])
        #expect(Set(rows).count == rows.count)
    }
}

/// The folder of the project.
private let webProject = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
