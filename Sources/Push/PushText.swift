import Domain

/// The text of a notification with names and titles filled in, and what a client needs to translate the English one.
struct PushText: Equatable {
    let title: String
    let body: String
    /// The English text with placeholders for the arguments. A client that has no translation of this text shows it in
    /// English.
    let localizationKey: String
    let localizationArguments: [String]

    /// Fills names and titles into a notification's text.
    /// - Parameters:
    ///   - limit: the maximum number of characters of each name and title, as a reader counts characters.
    ///   - words: the language of `title` and `body`.
    init(_ notice: Notice, _ text: NoticeText, limit: Int = .max, in words: SentenceTranslations = .english) {
        let usual = notice.count == 1 ? text.singular : text.plural
        let sentence = notice.variant.flatMap { text.variants[$0] } ?? usual
        let heading = (notice.title ?? words.filled(text.heading)).shortened(to: limit)
        let arguments = sentence.arguments.map { argument in
            switch argument {
            case .actor: (notice.actor.map(text.name) ?? words.filled("Somebody")).shortened(to: limit)
            case .thing: notice.detail.map { "\(heading) \($0)" } ?? heading
            case .count: String(notice.count)
            case .detail: (notice.detail ?? "").shortened(to: limit)
            }
        }
        title = heading
        (localizationKey, localizationArguments) = (sentence.key, arguments)
        body = words.filled(sentence.key, arguments, count: notice.count)
    }
}

extension NoticeText {
    /// Returns the name under which the recipient knows the actor: the given name if the recipient may see it,
    /// otherwise the username.
    fileprivate func name(_ actor: Notice.Actor) -> String {
        namesStranger ? actor.username : actor.givenName ?? actor.username
    }
}

extension String {
    /// Returns the text cut to `limit` characters, as a reader counts characters. If some were cut off, the result ends
    /// with an ellipsis.
    func shortened(to limit: Int) -> String {
        count <= limit ? self : String(prefix(max(limit - 1, 0))) + "…"
    }
}
