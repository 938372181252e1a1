import Foundation

/// The query parameters of a request, in their order.
struct Query: Sendable {
    /// The parameters as they were sent, with their percent-escapes.
    let raw: [(name: String, value: String)]

    init(_ text: Substring) {
        raw = text.split(separator: "&", omittingEmptySubsequences: true).map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], parts.count == 2 ? parts[1] : "")
        }
    }

    /// The value of the first parameter with this name, decoded; nil if there is none, or if it can't be decoded.
    subscript(name: String) -> String? {
        raw.first { $0.name == name }.flatMap { Self.decoded($0.value) }
    }

    static func decoded(_ text: String) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }

    /// The requested language without its country: `de` for `de-DE`. If the request names no language, it is `en`.
    var language: String { String((self["language"] ?? "en-US").prefix { $0 != "-" }) }
}
