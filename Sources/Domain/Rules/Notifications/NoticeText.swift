import DavenportAPI

/// The texts of one kind of notification. An area provides one for each of its kinds, and the worker fills them in.
public struct NoticeText: Sendable {
    public let kind: NotificationKind
    /// The title of the notification if it is about nothing that has a title.
    public let heading: String
    /// The sentences for one thing, and for several.
    public let singular: Sentence
    public let plural: Sentence
    /// The sentences that replace the usual one, by the names in the column `variant` of the kind's view.
    public let variants: [String: Sentence]
    /// Whether the user who caused it may be a stranger to the recipient. Then only the username is shown (rules 2).
    public let namesStranger: Bool
    /// The payload's name for the id of the thing that it is about, or nil if it is about nothing.
    public let idField: String?

    /// An English sentence with places for arguments. A client without a translation shows it as it is.
    public struct Sentence: Sendable, Equatable {
        /// The sentence, which is also the key for translations: `%1$@ finished %2$@`.
        public let key: String
        public let arguments: [Argument]

        /// Makes a sentence with places for its arguments, `%1$@` for the first.
        package init(_ key: String, _ arguments: Argument...) {
            self.key = key
            self.arguments = arguments
        }
    }

    /// The value for a place in a sentence.
    public enum Argument: Sendable {
        /// The name of the user who caused it.
        case actor
        /// The exact name of the thing that it is about: `Severance S01E03`.
        case thing
        /// The number of things that it is about.
        case count
        /// The additional text.
        case detail
    }

    /// Declares the texts of a kind.
    ///
    /// - Parameters:
    ///   - heading: the title if it is about nothing that has a title.
    ///   - singular: the sentence for one thing, and for several too if `plural` is left out.
    ///   - variants: the sentences that replace `singular`, by the names in the column `variant` of the kind's view.
    ///   - namesStranger: whether only the username of the user who caused it may be shown.
    ///   - idField: the payload's name for the id of the thing that it is about.
    package init(
        _ kind: NotificationKind, heading: String, _ singular: Sentence, plural: Sentence? = nil, variants: [String: Sentence] = [:],
        namesStranger: Bool = false, idField: String? = nil
    ) {
        (self.kind, self.heading, self.singular, self.variants) = (kind, heading, singular, variants)
        self.plural = plural ?? singular
        (self.namesStranger, self.idField) = (namesStranger, idField)
    }
}
