/// What happens to a text that has a filtered word.
public struct FilterAction: OpenEnumeration {
    /// The server refuses the text.
    public static let refuse = Self(keeping: "refuse")
    /// The server takes the text, and makes a report without a reporter.
    public static let report = Self(keeping: "report")

    public static let allCases = [refuse, report]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The words that a community doesn't want in comments, titles, usernames and names.
public struct WordFilter: Codable, Sendable, Equatable, Input {
    /// The maximum number of words.
    package static let words = 500

    /// The filtered words. A word matches whole words only. A word that ends with `*` matches every word with that
    /// beginning. Empty for no filter.
    public let words: [String]
    public let action: FilterAction

    public init(words: [String], action: FilterAction = .refuse) {
        (self.words, self.action) = (words, action)
    }

    public init(_ fields: inout Fields) {
        words = fields.required("words", .searchedWords(upTo: Self.words))
        action = fields.required("action", .oneOf(FilterAction.self, placeholder: .refuse))
    }
}

extension Endpoints {
    static let filter: [any EndpointDeclaration] = [showFilter, changeFilter]

    public static let showFilter = Endpoint<NoInput, WordFilter>(
        "showFilter", .get, "/tenant/filter", .roles([.admin, .owner]), summary: "Retrieve the words that the community filters.")
    public static let changeFilter = Endpoint<WordFilter, WordFilter>(
        "changeFilter", .put, "/tenant/filter", .roles([.admin, .owner]),
        summary: "Replace the words that the community filters.",
        details: "They apply to new and changed comments, titles, usernames and names. Texts that exist stay as they are.")
}
