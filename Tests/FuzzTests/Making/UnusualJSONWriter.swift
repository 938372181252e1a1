import DavenportAPI
import JSON

/// Writes unusual JSON: with wrong values, repeated or missing fields, or slightly malformed.
struct UnusualJSONWriter {
    var random: SplitMix
    /// One value in this number is replaced.
    let rate: Int

    mutating func text(of value: JSONValue) -> String {
        if random.chance(in: rate) { return odd() }
        switch value {
        case .object(let members):
            var members = members
            if random.chance(in: rate * 2) { members.shuffle(using: &random) }
            var written: [String] = []
            for member in members where !random.chance(in: rate * 2) { written += fields(member) }
            if random.chance(in: rate * 2) { written.append("\(quoted(random.one(of: UnusualValues.texts))): \(odd())") }
            return "{" + written.joined(separator: ",") + "}"
        case .list(let elements):
            var written: [String] = []
            for element in elements { written += [String](repeating: text(of: element), count: random.chance(in: rate * 2) ? 40 : 1) }
            return "[" + written.joined(separator: ",") + "]"
        case .string(let text): return quoted(random.chance(in: rate * 2) ? changed(text) : text)
        default: return value.description
        }
    }

    private mutating func fields(_ member: JSONValue.Member) -> [String] {
        let field = "\(quoted(member.name)):\(text(of: member.value))"
        return random.chance(in: rate * 4) ? [field, "\(quoted(member.name)):\(odd())"] : [field]
    }

    /// Returns a slightly changed text.
    private mutating func changed(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...random.small(upTo: 3) { bytes.mutate(&random, words: UnusualValues.texts + UnusualValues.times, others: []) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a JSON string, sometimes with unnecessary escapes. Placeholders of the server's values are kept.
    private mutating func quoted(_ text: String) -> String {
        guard random.chance(in: 6), !text.utf8.contains(0xAB) else { return JSONValue.string(text).description }
        var quoted = "\""
        for unit in text.utf16 { quoted += "\\u" + String(String(unit + 0, radix: 16).suffix(4)).leading(4) }
        return quoted + "\""
    }

    private mutating func odd() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: return random.one(of: UnusualValues.numbers)
        case 3, 4: return quoted(random.one(of: UnusualValues.texts))
        case 5: return quoted(random.one(of: UnusualValues.times))
        case 6: return quoted(random.one(of: Self.names))
        case 7: return random.one(of: Self.raw)
        case 8:
            return quoted(
                String(repeating: random.one(of: UnusualValues.texts), count: random.one(of: [2, 31, 101, 201, 501, 4001, 20_000], or: 1)))
        default:
            let depth = random.one(of: [1, 8, 30, 31, 32, 40, 600, 20_000], or: 1)
            return String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
    }

    private static let names =
        World.people.map { "«id:\($0)»" } + ["«room:tv»", "«room:custom»", "«comment:ada»", "«nobody»", "«code»", "«password»"]
    private static let raw = [
        "null", "true", "false", "{}", "[]", "[null]", "{\"a\":{}}", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\ud83d\\ude00\"",
        "\"\\u0000\"",
        "\"\\uffff\"", "\"\\x41\"", "\"\u{1}\"", "\"", "{", "]", "tru", "'a'", "/**/1", "\u{FEFF}1", "[1,]", "{\"a\"}", "\"a\" \"b\"",
    ]
}

extension String {
    /// Returns the text with leading zeros, up to a length.
    fileprivate func leading(_ length: Int) -> String { String(repeating: "0", count: Swift.max(0, length - utf8.count)) + self }
}
