import Domain

/// The words of a mail: a subject, and the paragraphs before its link.
struct MailText: Equatable {
    let subject: String
    let paragraphs: [String]

    /// Writes the words of a mail to somebody.
    init(_ kind: ClaimedMail.Kind, to username: String, in community: String) {
        switch kind {
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
        }
    }
}
