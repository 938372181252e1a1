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

    private init(_ subject: String, _ paragraphs: String...) {
        (self.subject, self.paragraphs) = (subject, paragraphs)
    }

    /// Writes the words of a mail to somebody.
    /// - Parameter texts: the texts of the notifications that a digest tells, by kind.
    init(_ content: MailContent, to username: String, in community: String, _ texts: [NotificationKind: NoticeText]) {
        let (username, community) = (username.asMailWords, community.asMailWords)
        self =
            switch content {
            case .password: .password(username, community)
            case .verify: .verify(username, community)
            case .addressChanged(let email): .addressChanged(username, community, email)
            case .addressChangedAgain(let email): .addressChangedAgain(username, community, email)
            case .newSignIn(let device, let time): .newSignIn(username, community, device?.asMailWords ?? "a device without a name", time)
            case .invite(let maker, let stop): .invite(maker.asMailWords, community, stop)
            case .digest(let notices, let stop): .digest(username, community, DigestText(notices, texts), stop)
            }
    }

    private static func password(_ username: String, _ community: String) -> MailText {
        MailText(
            "A new password for \(community)",
            "Hello \(username),",
            """
            somebody asked for a new password for your account in \(community). If it wasn't you, you need do nothing: your \
            password stays as it is.
            """,
            "With this link you set a new one. It works once, for 24 hours:")
    }

    private static func verify(_ username: String, _ community: String) -> MailText {
        MailText(
            "Your e-mail address in \(community)",
            "Hello \(username),",
            "this is the address of the account \(username) in \(community). If that isn't your account, you need do nothing.",
            "With this link you confirm that it is yours. It works for 7 days:")
    }

    private static func addressChanged(_ username: String, _ community: String, _ email: String) -> MailText {
        MailText(
            "Your account in \(community) has another e-mail address",
            "Hello \(username),",
            "your account in \(community) has the address \(email) now. If you changed it, you need do nothing.",
            """
            If you didn't: with this link you get this address back, set a new password, and everybody else is signed out. It \
            works for 7 days:
            """)
    }

    private static func addressChangedAgain(_ username: String, _ community: String, _ email: String) -> MailText {
        MailText(
            "Your account in \(community) has another e-mail address",
            "Hello \(username),",
            """
            your account in \(community) has the address \(email) now. The change can be undone with the mail that went to the \
            address you had before this one.
            """,
            "Your account is here:")
    }

    private static func newSignIn(_ username: String, _ community: String, _ device: String, _ time: String) -> MailText {
        MailText(
            "A new sign-in to \(community)",
            "Hello \(username),",
            "somebody signed in to your account in \(community) with \(device), on \(time). If it was you, you need do nothing.",
            "If it wasn't, sign that device out and change your password:")
    }

    private static func invite(_ maker: String, _ community: String, _ stop: MailContent.Stop) -> MailText {
        var text = MailText(
            "\(maker) invites you to \(community)",
            "Hello,",
            "\(maker) invites you to \(community), a community on Davenport. If you don't know \(maker), you need do nothing.",
            "With this link you join:")
        text.end(by: stop, "Don't write to this address again:")
        return text
    }

    private static func digest(_ username: String, _ community: String, _ digest: DigestText, _ stop: MailContent.Stop) -> MailText {
        var text = MailText(digest.subject(community), "Hello \(username),", digest.sentences, "Go there:")
        text.end(by: stop, "No such mails any more:")
        return text
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
