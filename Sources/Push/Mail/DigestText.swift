import DavenportAPI
import Domain

/// The words of a digest: a sentence for each thing that happened, as a notification would say it.
struct DigestText {
    /// The greatest number of words of all sentences together, so that the mail has at most 60.
    private static let wordLimit = 45
    /// The maximum number of characters of a name or a title. A title of many words would else leave no room for the others.
    private static let nameLimit = 60

    /// The sentences, each in its own line.
    let sentences: String
    private let count: Int

    /// - Parameters:
    ///   - notices: what happened, oldest first. Notices that differ in their count alone become one.
    ///   - texts: the texts of the notifications of all areas, by kind.
    init(_ notices: [Notice], _ texts: [NotificationKind: NoticeText]) {
        var lines: [String] = []
        var words = 0
        let merged = Self.merged(notices)
        for notice in merged {
            guard let text = texts[notice.kind] else { continue }
            let sentence = PushText(notice, text, limit: Self.nameLimit).body.asMailWords.asSentence
            let length = sentence.split(separator: " ").count
            guard lines.isEmpty || words + length <= Self.wordLimit else { break }
            lines.append(sentence)
            words += length
        }
        count = merged.count
        let rest = merged.count - lines.count
        if rest > 0 { lines.append(rest == 1 ? "One more thing waits for you." : "\(rest) more things wait for you.") }
        sentences = lines.joined(separator: "\n")
    }

    /// Returns the mail's subject.
    func subject(_ community: String) -> String {
        count == 1 ? "Something waits for you in \(community)" : "\(count) things wait for you in \(community)"
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
        last.map { ".?!…".contains($0) } == true ? self : self + "."
    }
}
