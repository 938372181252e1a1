/// What became of an attempt to send a mail.
public enum MailResult: Sendable, Equatable {
    /// The server has taken the mail. The text is its answer, such as `250 2.0.0 Ok: queued as 4XyZ`.
    case sent(answer: String)
    /// The server may take the mail later. The reason is a few words for operators.
    case retry(reason: String)
    /// The server will never take this mail.
    /// - code: the server's code, from 500 to 599.
    /// - text: the server's text on one line of at most 300 characters.
    /// - atRecipient: whether it refused the recipient's address, and not the sender's or the mail.
    case refused(code: Int, text: String, atRecipient: Bool)
}

/// What became of a connection to the mail server without a mail.
public enum MailGreeting: Sendable, Equatable {
    /// The server answers.
    case ready(isEncrypted: Bool, isAuthenticated: Bool)
    /// The server can't be used. The reason is a few words for operators.
    case failed(reason: String)
}
