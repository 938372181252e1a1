import DavenportAPI

/// How one kind of notification is told: an area brings one for each of its kinds, and the worker only puts them together.
public struct NoticeText: Sendable {
    public let kind: NotificationKind
    /// What stands above it, and is said of it, where it is about nothing that has a title.
    public let heading: String
    /// How one of them is told, and several.
    public let singular: Sentence
    public let plural: Sentence
    /// The sentences that replace the usual one, by the names that the kind's view gives in `variant`.
    public let variants: [String: Sentence]
    /// Whether who caused it may be a stranger to who is told, of whom only the username is shown (rules 2).
    public let namesStranger: Bool
    /// What the payload calls the id of what it is about; nil where it is about nothing.
    public let idField: String?

    /// A sentence in English with places for its arguments: a client without a translation shows it as it is.
    public struct Sentence: Sendable, Equatable {
        /// `%1$@ finished %2$@`.
        public let key: String
        public let arguments: [Argument]

        /// A sentence with places for its arguments, `%1$@` for the first.
        package init(_ key: String, _ arguments: Argument...) {
            self.key = key
            self.arguments = arguments
        }
    }

    /// What stands in a place of a sentence.
    public enum Argument: Sendable {
        /// The name of who caused it.
        case actor
        /// What it is about, by its exact name: `Severance S01E03`.
        case thing
        /// How many it tells of.
        case count
        /// What more there is to say of it.
        case detail
    }

    /// - Parameters:
    ///   - heading: what stands above it where it is about nothing that has a title.
    ///   - singular: how one is told, and several too where `plural` is left out.
    ///   - variants: the sentences that replace `singular`, by the names that the kind's view gives in `variant`.
    ///   - namesStranger: whether who caused it may be known by username alone.
    ///   - idField: what the payload calls the id of what it is about.
    package init(
        _ kind: NotificationKind, heading: String, _ singular: Sentence, plural: Sentence? = nil, variants: [String: Sentence] = [:],
        namesStranger: Bool = false, idField: String? = nil
    ) {
        (self.kind, self.heading, self.singular, self.variants) = (kind, heading, singular, variants)
        self.plural = plural ?? singular
        (self.namesStranger, self.idField) = (namesStranger, idField)
    }
}
