import Foundation
import NIOHTTP1

/// Checks that each byte of a request follows TMDB's documentation. TMDB itself accepts much more, but a fault shows
/// that a client has put something into a URL that doesn't belong there.
struct WellFormedness {
    let faults: [String]

    private static let parameters: Set = ["api_key", "append_to_response", "external_source", "include_adult", "language", "page", "query"]

    init(_ head: HTTPRequestHead, bodySize: Int) {
        // The other API answers what it doesn't know with errors.
        guard !head.uri.hasPrefix("/api/v1/") else {
            faults = Self.faults(of: head.headers)
            return
        }
        var faults: [String] = []
        if head.method != .GET { faults.append("the method \(head.method.rawValue)") }
        if bodySize > 0 { faults.append("a body") }
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if !Self.isKnown(parts[0]) { faults.append("the path \(parts[0])") }
        if parts.count == 2 { faults += Self.faults(of: Query(parts[1])) }
        faults += Self.faults(of: head.headers)
        self.faults = faults
    }

    /// Whether the path is a path of the API or of a poster, with possible ids and numbers.
    private static func isKnown(_ path: Substring) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if parts.starts(with: ["t", "p"]) {
            return parts.count == 4 && ConfigurationAnswer.posterSizes.contains(parts[2])
                && parts[3].wholeMatch(of: /[a-z0-9]+\.jpg/) != nil
        }
        guard parts.first == "3" else { return false }
        switch parts.dropFirst().first {
        case "configuration": return parts.count == 2
        case "search": return parts.count == 3 && ["multi", "tv", "movie"].contains(parts[2])
        case "find": return parts.count == 3 && isNumber(parts[2], canBeZero: false)
        case "movie": return isKnown(parts.dropFirst(2), names: [])
        case "tv": return isKnown(parts.dropFirst(2), names: ["season", "episode"])
        default: return false
        }
    }

    /// Whether the parts of a path are a number, followed alternately by one of `names` and a number. The last part may
    /// be `credits`.
    private static func isKnown(_ parts: ArraySlice<String>, names: [String]) -> Bool {
        let parts = parts.last == "credits" ? parts.dropLast() : parts
        guard (0...names.count).contains(where: { parts.count == 1 + $0 * 2 }) else { return false }
        return parts.enumerated().allSatisfy { index, part in
            index.isMultiple(of: 2) ? isNumber(part, canBeZero: index > 0) : part == names[index / 2]
        }
    }

    private static func isNumber(_ text: String, canBeZero: Bool) -> Bool {
        guard let number = Int32(text), String(number) == text else { return false }
        return number > 0 || number == 0 && canBeZero
    }

    private static func faults(of query: Query) -> [String] {
        var faults: [String] = []
        for (name, value) in query.raw {
            if !parameters.contains(name) { faults.append("the parameter \(name)") }
            let isPlain = value.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            guard isPlain, value.wholeMatch(of: /(?:[A-Za-z0-9._~*+,-]|%[0-9A-Fa-f]{2})*/) != nil, let text = Query.decoded(value) else {
                faults.append("the value of \(name)")
                continue
            }
            if !isFitting(text, for: name) { faults.append("\(name)=\(value)") }
        }
        let names = query.raw.map(\.name)
        if Set(names).count != names.count { faults.append("a parameter twice") }
        return faults
    }

    private static func isFitting(_ value: String, for name: String) -> Bool {
        switch name {
        case "include_adult": value == "true" || value == "false"
        case "language": value.wholeMatch(of: /[a-z]{2}(-[A-Z]{2})?/) != nil
        case "page": Int(value).map { (1...500).contains($0) && String($0) == value } ?? false
        case "append_to_response": value.wholeMatch(of: /[a-z_]+(,[a-z_]+)*/) != nil
        default: !value.isEmpty
        }
    }

    private static func faults(of headers: HTTPHeaders) -> [String] {
        var faults: [String] = []
        for name in ["host", "authorization"] where headers[name].count > 1 { faults.append("two headers \(name)") }
        if headers["host"].isEmpty { faults.append("no header host") }
        for (name, value) in headers where !value.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { faults.append("the header \(name)") }
        return faults
    }
}
