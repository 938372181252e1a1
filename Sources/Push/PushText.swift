import Domain

/// What a notification says, in English, and how a client says it in another language: an area's text with its names and titles in it.
struct PushText: Equatable {
    let title: String
    let body: String
    /// The English text with places for the arguments: a client without a translation shows it as it is.
    let localizationKey: String
    let localizationArguments: [String]

    /// - Parameter limit: how many characters, as a reader sees them, of each name and title are shown.
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
    /// What the recipient calls who caused it: the given name, where they may see it, or the username.
    fileprivate func name(_ actor: Notice.Actor) -> String {
        namesStranger ? actor.username : actor.givenName ?? actor.username
    }
}

extension String {
    /// With each `%1$@` replaced by the argument of that number; what there is no argument for is left out.
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

    /// So many characters at most, as a reader sees them, the last an ellipsis where some were left out.
    func shortened(to limit: Int) -> String {
        count <= limit ? self : String(prefix(max(limit - 1, 0))) + "…"
    }
}
