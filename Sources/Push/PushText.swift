import Domain

/// The English text of a notification with names and titles filled in, and what a client needs to translate the text.
struct PushText: Equatable {
    let title: String
    let body: String
    /// The English text with placeholders for the arguments. A client that has no translation of this text shows it in
    /// English.
    let localizationKey: String
    let localizationArguments: [String]

    /// Fills names and titles into a notification's text.
    /// - Parameter limit: the maximum number of characters of each name and title, as a reader counts characters.
    init(_ notice: Notice, _ text: NoticeText, limit: Int = .max) {
        let usual = notice.count == 1 ? text.singular : text.plural
        let sentence = notice.variant.flatMap { text.variants[$0] } ?? usual
        let heading = (notice.title ?? text.heading).shortened(to: limit)
        let arguments = sentence.arguments.map { argument in
            switch argument {
            case .actor: (notice.actor.map(text.name) ?? "Somebody").shortened(to: limit)
            case .thing: notice.detail.map { "\(heading) \($0)" } ?? heading
            case .count: String(notice.count)
            case .detail: (notice.detail ?? "").shortened(to: limit)
            }
        }
        title = heading
        (localizationKey, localizationArguments) = (sentence.key, arguments)
        body = sentence.key.filled(with: arguments)
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
    /// Returns the text with each `%1$@` replaced by the argument with that number. A placeholder without an argument
    /// is removed.
    fileprivate func filled(with arguments: [String]) -> String {
        var rest = utf8[...]
        var text = ""
        while let place = rest.firstIndex(of: UInt8(ascii: "%")) {
            text += String(self[rest.startIndex..<place])
            let mark = rest[place...].prefix(4)
            rest = rest[rest.index(after: place)...]
            guard mark.count == 4, mark.dropFirst(2).elementsEqual("$@".utf8), let digit = mark.dropFirst().first,
                let number = Int(String(UnicodeScalar(digit)))
            else {
                text += "%"
                continue
            }
            rest = rest.dropFirst(3)
            if arguments.indices.contains(number - 1) { text += arguments[number - 1] }
        }
        return text + String(self[rest.startIndex...])
    }

    /// Returns the text cut to `limit` characters, as a reader counts characters. If some were cut off, the result ends
    /// with an ellipsis.
    func shortened(to limit: Int) -> String {
        count <= limit ? self : String(prefix(max(limit - 1, 0))) + "…"
    }
}
