import Foundation
import TestSupport

@testable import Domain

/// A tenant's file with one value replaced by one that has often broken programs.
struct FileMutation: Sendable, CustomStringConvertible {
    let line: Int
    let column: String
    let value: String

    var description: String { "line \(line), \(column) = \(value.prefix(120))" }

    /// Picks a random value of a row and a replacement.
    /// - Parameter ids: all ids in the file.
    init?(of file: MovingFile, ids: [String], by random: inout SplitMix64) {
        line = Int.random(in: 1..<file.lines.count - 1, using: &random)
        guard let object = try? JSONSerialization.jsonObject(with: Data(file.lines[line].utf8)) as? [String: Any],
            let column = object.keys.filter({ $0 != "t" }).sorted().randomElement(using: &random)
        else { return nil }
        self.column = column
        value = Self.value(insteadOf: object[column] ?? NSNull(), ids, &random)
    }

    /// - Returns: the file with recomputed counts and digests, nil if nothing has changed.
    func applied(to file: MovingFile) throws -> MovingFile? {
        guard let changed = file.lines[line].replacingValue(of: column, by: value), changed != file.lines[line] else { return nil }
        var file = file
        file.lines[line] = changed
        return try file.resealed()
    }

    /// Mostly of the same type, since another type is refused early.
    private static func value(insteadOf old: Any, _ ids: [String], _ random: inout SplitMix64) -> String {
        let kinds = [numbers, texts, times, words, other]
        let any = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        if Int.random(in: 0..<8, using: &random) == 0 { return drawn(from: any, &random) }
        switch old {
        case let text as String where UUID(uuidString: text) != nil: return "\"\(ids.randomElement(using: &random) ?? "")\""
        case let text as String where text.wholeMatch(of: #/-?\d{4}-\d\d-\d\d.*|-?infinity/#) != nil: return drawn(from: times, &random)
        case let text as String where text.wholeMatch(of: #/[a-zA-Z.]+/#) != nil && Bool.random(using: &random):
            return drawn(from: words, &random)
        case is String: return drawn(from: texts, &random)
        case let list as [Any] where list.first is [String: Any]: return movedNumber(in: list, &random)
        case is [Any]:
            let elements = (0..<Int.random(in: 0..<3, using: &random)).map { _ in drawn(from: texts, &random) }
            return "[" + elements.joined(separator: ",") + "]"
        case is NSNumber: return drawn(from: ["true", "false"] + numbers, &random)
        default: return drawn(from: any, &random)
        }
    }

    /// Returns a play's moves with one member of one move replaced.
    private static func movedNumber(in list: [Any], _ random: inout SplitMix64) -> String {
        let text = (try? JSONSerialization.data(withJSONObject: list)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
        let members = ["at", "score", "word", "faces", "cubelet"]
        let member = members[Int.random(in: 0..<members.count, using: &random)]
        let value = drawn(from: member == "word" ? texts : member == "faces" ? faces : numbers, &random)
        return text.replacingValue(of: member, by: value) ?? "[{\"at\":0,\"\(member)\":\(value)}]"
    }

    private static let faces = ["[]", "[0,1,2]", "[80,80,80]", "[81]", "null"]

    private static func drawn(from values: [String], _ random: inout SplitMix64) -> String {
        values.randomElement(using: &random) ?? "null"
    }

    private static let numbers = [
        "0", "1", "-1", "2", "3", "7", "10", "99", "1000", "32767", "65536", "86399", "86400", "1000000", "999999999", "1000000000",
        "2147483646",
        "2147483647", "-2147483648", "2147483648", "9007199254740991", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "1e3", "1e400", "0.5", "-0", "null",
    ]
    private static let times = [
        "infinity", "-infinity", "0044-03-15 BC", "0044-03-15T00:00:00+00:00 BC", "4714-11-24 BC", "0001-01-01", "9999-12-31",
        "294276-12-31T23:59:59+00:00", "5874897-12-31", "1970-01-01", "2026-02-30", "2026-03-01", "0001-01-01T00:00:00+00:00",
        "9999-12-31T23:59:59.999999+00:00", "9999-12-31T23:59:59-14:00", "1969-12-31T23:59:59.999999+00:00", "2026-03-01T12:00:00+00:00",
        "2036-03-01T12:00:00.123456+00:00", "now", "today", "epoch", "24:00:00", "23:59:59.999999", "00:00:00", "00:00:01",
    ].map { "\"\($0)\"" }
    private static let texts =
        [
            "", " ", "a", "A", "é", "e\\u0301", "ß", "İ", "\\u0000", "\\u0001", "\\u001b[2J", "\\r\\nX: 1", "a\\nb", "a\\tb", "\\u007f",
            "\\u0085",
            "\\u00a0", "\\u200b", "\\u200d", "\\u202e", "\\u2028", "\\u2029", "\\u2066", "\\ufeff", "\\ufffd", "\\uffff", "\\ud800",
            "\\udc00",
            "\\ud83d\\ude00", "\\u0378", "\\ue000", "a\\u0301\\u0301\\u0301", "<script>", "'; --", "\\\\", "\\\"", "/", "../..", "%00",
            "%s", "{}",
            "null", "No/Where", "Europe/Berlin", "localtime", "$scrypt$ln=1,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA", "AAAA", "====", "\\\\x00",
            "text/html", "a@b", "@", "q", "zz", "xx-000000000000", "*", "1", "0", "-1", "00000000-0000-0000-0000-000000000000",
        ].map { "\"\($0)\"" }
        + [31, 61, 201, 255, 1001, 4001, 20_000].flatMap { count in
            ["a", "\\u0301", "\\u05b0", "😀", "\\n", " "].map { "\"a" + String(repeating: $0, count: count) + "\"" }
        }
    private static let words = [
        "owner", "admin", "teacher", "student", "member", "god", "watch", "class", "play", "open", "invite", "tv", "movie", "custom",
        "daily",
        "own", "timed", "untimed", "todo", "inProgress", "submitted", "returned", "done", "excused", "message", "start", "submit",
        "takeBack",
        "return", "complete", "evaluate", "excuse", "reopen", "extend", "none", "low", "medium", "high", "created", "solving", "resolved",
        "everyone", "friends", "score", "tier", "word", "sandbox", "production", "signup", "login", "image/png", "image/jpeg", "user",
        "operator",
        "anybody", "en", "de", "tlh", "Non-Consumable", "Auto-Renewable Subscription",
    ].map { "\"\($0)\"" }
    private static let other =
        [
            "true", "false", "null", "[]", "{}", "[null]", "[[]]", #"[["a"],["b"]]"#, #"{"a":1}"#, #"[{"at":0}]"#, "[1,2]", #"["a","a"]"#,
            "[0.1]",
        ] + [30, 400].map { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
}
