import DavenportAPI

/// A kind of text whose value differs in every run.
enum Variable: CaseIterable {
    case id
    case group
    case time
    case token
    case code
    case challengeCode
    case cursor

    init?(_ text: String) {
        guard let variable = Self.allCases.first(where: { text.wholeMatch(of: $0.form) != nil }) else { return nil }
        self = variable
    }

    private var form: Regex<Substring> {
        switch self {
        case .id: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
        case .group: /(?:tv|movie|custom)-[0-9a-f]{32}/
        case .time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/
        case .token: /davenport_[A-Za-z0-9_-]{70}/
        case .cursor: /A[g-v][A-Za-z0-9_-]{30,998}/
        case .code: /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){5}/
        case .challengeCode: /[0-9A-HJKMNP-TV-Z]{8}/
        }
    }
}

/// Compares the answers in a document with real ones, one after another.
///
/// A variable text needs only the same form. If an id, token or code occurs in several answers, it must always stand
/// for the same real one, and two different ones for two real ones. Durations may differ too.
struct Comparison {
    private var real: [String: String] = [:]
    private var shown: [String: String] = [:]

    /// Returns the differences, each with its position in the answer.
    mutating func differences(_ expected: JSONValue, _ actual: JSONValue, at place: String = "answer") -> [String] {
        switch (expected, actual) {
        case (.object(let members), .object(let others)):
            return Set((members + others).map(\.name)).sorted().flatMap { key in
                let place = place + "." + key
                guard let left = expected[key] else { return ["\(place) is missing in the document: \(actual[key] ?? .null)"] }
                guard let right = actual[key] else { return ["\(place) is not answered"] }
                if key == "elapsed", case (.integer, .integer) = (left, right) { return [] }
                return differences(left, right, at: place)
            }
        case (.list(let expected), .list(let actual)) where expected.count == actual.count:
            return zip(expected, actual).enumerated().flatMap { differences($1.0, $1.1, at: "\(place)[\($0)]") }
        case (.string(let expected), .string(let actual)) where isSame(expected, actual): return []
        default: return expected == actual ? [] : ["\(place): the document shows \(expected), the server answers \(actual)"]
        }
    }

    private mutating func isSame(_ expected: String, _ actual: String) -> Bool {
        guard let variable = Variable(expected), variable == Variable(actual) else { return false }
        if variable == .time { return true }
        defer { (real[expected], shown[actual]) = (real[expected] ?? actual, shown[actual] ?? expected) }
        return (real[expected] ?? actual) == actual && (shown[actual] ?? expected) == expected
    }
}
