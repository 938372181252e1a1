import DavenportAPI
import Domain
import Foundation
import Mail

/// The words of a mail: a subject, and the paragraphs before its link.
struct MailText: Equatable {
    let subject: String
    let paragraphs: [String]
    /// The line behind the link; nil if the mail has none.
    var footer: MailMessage.Footer?
    /// The address at which a mail program ends mails of this kind; nil if the mail has none.
    var unsubscribe: URL?

    /// Writes the words of a mail to somebody.
    /// - Parameters:
    ///   - texts: the texts of the notifications that a digest contains, by kind.
    ///   - words: the reader's language.
    init(
        _ content: MailContent, to username: String, in community: String, _ texts: [NotificationKind: NoticeText],
        words: SentenceTranslations = .english
    ) {
        let (username, community) = (username.asMailWords, community.asMailWords)
        let sentences = MailSentences(content)
        let digest: DigestText? = if case .digest(let notices, _) = content { DigestText(notices, texts, in: words) } else { nil }
        let arguments =
            switch content {
            case .addressChanged(let email), .addressChangedAgain(let email): [username, community, email]
            case .newSignIn(let device, let time):
                [username, community, device?.asMailWords ?? words.filled(MailSentences.namelessDevice), time]
            case .invite(let maker, _): [maker.asMailWords, community]
            case .password, .verify, .digest: [username, community]
            }
        subject = digest?.subject(community) ?? words.filled(sentences.subject, arguments)
        var paragraphs = sentences.paragraphs.map { words.filled($0, arguments) }
        if let digest { paragraphs.insert(digest.sentences, at: 1) }
        self.paragraphs = paragraphs
        if case .invite(_, let stop) = content { end(by: stop, words.filled(MailSentences.noMoreInvites)) }
        if case .digest(_, let stop) = content { end(by: stop, words.filled(MailSentences.noMoreDigests)) }
    }

    private mutating func end(by stop: MailContent.Stop, _ words: String) {
        footer = URL(string: stop.page).map { MailMessage.Footer(words: words, link: $0) }
        unsubscribe = URL(string: stop.endpoint)
    }
}

extension String {
    /// A text of somebody's choice as a mail says it (rule 26.15): safe to display, and without anything that a mail program makes a
    /// link of.
    var asMailWords: String {
        seen.replacing("://", with: " ").replacing(/\.(?=\p{L})/, with: ". ")
    }
}
