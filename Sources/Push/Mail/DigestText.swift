import DavenportAPI
import Domain

/// The words of a digest: a sentence for each thing that happened, as a notification would say it.
struct DigestText {
    /// The greatest number of words of all sentences together, so that the mail has at most 60.
    private static let wordLimit = 45
    /// The maximum number of characters of a name or a title. Otherwise one long title would leave no room for the others.
    private static let nameLimit = 60

    private static let (oneMore, more) = ("One more thing waits for you.", "%1$@ more things wait for you.")
    private static let (oneThing, things) = ("Something waits for you in %1$@", "%2$@ things wait for you in %1$@")
    /// The English sentences of its own.
    static let sentences = [oneMore, more, oneThing, things]

    /// The sentences, each in its own line.
    let sentences: String
    private let count: Int
    private let words: SentenceTranslations

    /// - Parameters:
    ///   - notices: what happened, oldest first. Notices that differ in their count alone become one.
    ///   - texts: the texts of the notifications of all areas, by kind.
    ///   - words: the language of the sentences.
    init(_ notices: [Notice], _ texts: [NotificationKind: NoticeText], in words: SentenceTranslations = .english) {
        var lines: [String] = []
        var total = 0
        let merged = Self.merged(notices)
        for notice in merged {
            guard let text = texts[notice.kind] else { continue }
            let sentence = PushText(notice, text, limit: Self.nameLimit, in: words).body.asMailWords.asSentence
            let length = sentence.split(separator: " ").count
            guard lines.isEmpty || total + length <= Self.wordLimit else { break }
            lines.append(sentence)
            total += length
        }
        (count, self.words) = (merged.count, words)
        let rest = merged.count - lines.count
        if rest > 0 { lines.append(words.filled(rest == 1 ? Self.oneMore : Self.more, ["\(rest)"], count: rest)) }
        sentences = lines.joined(separator: "\n")
    }

    /// Returns the mail's subject.
    func subject(_ community: String) -> String {
        words.filled(count == 1 ? Self.oneThing : Self.things, [community, "\(count)"], count: count)
    }

    private static func merged(_ notices: [Notice]) -> [Notice] {
        var merged: [Notice] = []
        for notice in notices {
            guard let index = merged.firstIndex(where: { $0.counting(notice.count) == notice }) else {
                merged.append(notice)
                continue
            }
            merged[index] = notice.counting(merged[index].count + notice.count)
        }
        return merged
    }
}

extension Notice {
    /// Returns the same notice about another number of events.
    fileprivate func counting(_ count: Int) -> Notice {
        Notice(
            kind: kind, recipientID: recipientID, actor: actor, aboutID: aboutID, title: title, detail: detail, count: count,
            variant: variant)
    }
}

extension String {
    /// The text with a full stop, unless it ends with a mark already.
    fileprivate var asSentence: String {
        last.map { ".?!…。？！؟".contains($0) } == true ? self : self + "."
    }
}
