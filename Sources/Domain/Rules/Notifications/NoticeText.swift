import DavenportAPI

/// The texts for one kind of notification. Each area declares them for its kinds, and the push worker fills in the
/// values.
public struct NoticeText: Sendable {
    public let kind: NotificationKind
    /// The notification's heading. It is used if the notification is about no thing, or about a thing without a title.
    public let heading: String
    /// The sentence for one event, and the sentence for several.
    public let singular: Sentence
    public let plural: Sentence
    /// The sentences that replace the usual one in some cases. Their keys are the values of the column `variant` in the
    /// view for this kind of notification.
    public let variants: [String: Sentence]
    /// Whether the user who caused the notification may be a stranger to the recipient. If so, only the username is
    /// shown (rules 2).
    public let namesStranger: Bool
    /// The name of the payload's field with the id of the thing that the notification is about; nil if it is about
    /// none.
    public let idField: String?
    /// The page of the web client that the notification opens. If it ends with a slash, the id of the thing that the
    /// notification is about follows.
    public let page: String

    /// An English sentence with placeholders for values. A client without a translation shows it in English.
    public struct Sentence: Sendable, Equatable {
        /// The sentence, which is also the key of its translations, such as `%1$@ finished %2$@`.
        public let key: String
        public let arguments: [Argument]

        /// Makes a sentence. `%1$@` in it is the placeholder for the first argument.
        package init(_ key: String, _ arguments: Argument...) {
            self.key = key
            self.arguments = arguments
        }
    }

    /// A value that replaces a placeholder in a sentence.
    public enum Argument: Sendable {
        /// The name of the user who caused the notification.
        case actor
        /// The exact title of what the notification is about, such as `Severance S01E03`.
        case thing
        /// The number of events that the notification is about.
        case count
        /// The notification's additional text.
        case detail
    }

    /// Declares the texts for a kind of notification.
    ///
    /// - Parameters:
    ///   - heading: the notification's heading, which is used if it is about no thing, or about a thing without a
    ///     title.
    ///   - singular: the sentence for one event, and also for several if `plural` is nil.
    ///   - variants: the sentences that replace `singular` in some cases. Their keys are the values of the column
    ///     `variant` in the view of this kind.
    ///   - namesStranger: whether only the username of the user who caused the notification may be shown.
    ///   - idField: the name of the payload's field with the id of the thing that the notification is about; nil if it
    ///     is about none.
    ///   - page: the page of the web client that the notification opens. If it ends with a slash, the id of the thing that
    ///     the notification is about follows.
    package init(
        _ kind: NotificationKind, heading: String, _ singular: Sentence, plural: Sentence? = nil, variants: [String: Sentence] = [:],
        namesStranger: Bool = false, idField: String? = nil, page: String = "/"
    ) {
        (self.kind, self.heading, self.singular, self.variants) = (kind, heading, singular, variants)
        self.plural = plural ?? singular
        (self.namesStranger, self.idField, self.page) = (namesStranger, idField, page)
    }
}
