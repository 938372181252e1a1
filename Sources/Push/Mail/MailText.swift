import Domain
import Foundation
import Mail

/// The words of a mail: a subject, and the paragraphs before its link.
struct MailText: Equatable {
    let subject: String
    let paragraphs: [String]
    /// The line behind the link; nil if the mail has none.
    private(set) var footer: MailMessage.Footer?
    /// The address at which a mail program ends mails of this kind; nil if the mail has none.
    private(set) var unsubscribe: URL?

    /// Writes the words of a mail to somebody.
    init(_ content: MailContent, to username: String, in community: String) {
        switch content {
        case .password:
            subject = "A new password for \(community)"
            paragraphs = [
                "Hello \(username),",
                """
                somebody asked for a new password for your account in \(community). If it wasn't you, you need do nothing: your \
                password stays as it is.
                """,
                "With this link you set a new one. It works once, for 24 hours:",
            ]
        case .verify:
            subject = "Your e-mail address in \(community)"
            paragraphs = [
                "Hello \(username),",
                """
                this is the address of the account \(username) in \(community). If that isn't your account, you need do nothing.
                """,
                "With this link you confirm that it is yours. It works for 7 days:",
            ]
        case .addressChanged(let email):
            subject = "Your account in \(community) has another e-mail address"
            paragraphs = [
                "Hello \(username),",
                "your account in \(community) has the address \(email) now. If you changed it, you need do nothing.",
                """
                If you didn't: with this link you get this address back, set a new password, and everybody else is signed out. It \
                works for 7 days:
                """,
            ]
        case .addressChangedAgain(let email):
            subject = "Your account in \(community) has another e-mail address"
            paragraphs = [
                "Hello \(username),",
                """
                your account in \(community) has the address \(email) now. The change can be undone with the mail that went to the \
                address you had before this one.
                """,
                "Your account is here:",
            ]
        case .newSignIn(let device, let time):
            subject = "A new sign-in to \(community)"
            paragraphs = [
                "Hello \(username),",
                """
                somebody signed in to your account in \(community) with \(device ?? "a device without a name"), on \(time). If it was \
                you, you need do nothing.
                """,
                "If it wasn't, sign that device out and change your password:",
            ]
        case .invite(let maker, let stop):
            subject = "\(maker) invites you to \(community)"
            paragraphs = [
                "Hello,",
                "\(maker) invites you to \(community), a community on Davenport. If you don't know \(maker), you need do nothing.",
                "With this link you join:",
            ]
            footer = URL(string: stop.page).map { MailMessage.Footer(words: "Don't write to this address again:", link: $0) }
            unsubscribe = URL(string: stop.endpoint)
        }
    }
}
