import Domain

/// The English sentences of a kind of mail, which are also the keys of their translations. In them, `%1$@` is the reader's name, or in an
/// invite the maker's name. `%2$@` is the community, and what `%3$@` and `%4$@` are depends on the kind.
struct MailSentences {
    static let namelessDevice = "a device without a name"
    static let noMoreInvites = "Don't write to this address again:"
    static let noMoreDigests = "No such mails any more:"
    private static let greeting = "Hello %1$@,"

    /// All sentences that mails are made of.
    static var all: [String] {
        let kinds = [password, verify, addressChanged, addressChangedAgain, newSignIn, invite, digest]
        let sentences = kinds.flatMap { [$0.subject] + $0.paragraphs }.filter { !$0.isEmpty }
        return sentences + [namelessDevice, noMoreInvites, noMoreDigests] + DigestText.sentences
    }

    /// The subject; empty for a digest, which has its own.
    let subject: String
    let paragraphs: [String]

    private init(_ subject: String, _ paragraphs: String...) {
        (self.subject, self.paragraphs) = (subject, paragraphs)
    }

    init(_ content: MailContent) {
        self =
            switch content {
            case .password: Self.password
            case .verify: Self.verify
            case .addressChanged: Self.addressChanged
            case .addressChangedAgain: Self.addressChangedAgain
            case .newSignIn: Self.newSignIn
            case .invite: Self.invite
            case .digest: Self.digest
            }
    }

    private static let password = MailSentences(
        "A new password for %2$@", greeting,
        """
        somebody asked for a new password for your account in %2$@. If it wasn't you, you need do nothing: your password stays as \
        it is.
        """,
        "With this link you set a new one. It works once, for 24 hours:")
    private static let verify = MailSentences(
        "Your e-mail address in %2$@", greeting,
        "this is the address of the account %1$@ in %2$@. If that isn't your account, you need do nothing.",
        "With this link you confirm that it is yours. It works for 7 days:")
    private static let addressChanged = MailSentences(
        "Your account in %2$@ has another e-mail address", greeting,
        "your account in %2$@ has the address %3$@ now. If you changed it, you need do nothing.",
        """
        If you didn't: with this link you get this address back, set a new password, and everybody else is signed out. It works for \
        7 days:
        """)
    private static let addressChangedAgain = MailSentences(
        "Your account in %2$@ has another e-mail address", greeting,
        """
        your account in %2$@ has the address %3$@ now. The change can be undone with the mail that went to the address you had before \
        this one.
        """,
        "Your account is here:")
    private static let newSignIn = MailSentences(
        "A new sign-in to %2$@", greeting,
        "somebody signed in to your account in %2$@ with %3$@, on %4$@. If it was you, you need do nothing.",
        "If it wasn't, sign that device out and change your password:")
    private static let invite = MailSentences(
        "%1$@ invites you to %2$@", "Hello,",
        "%1$@ invites you to %2$@, a community on Davenport. If you don't know %1$@, you need do nothing.",
        "With this link you join:")
    private static let digest = MailSentences("", greeting, "Go there:")
}
