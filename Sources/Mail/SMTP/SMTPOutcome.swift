/// How libcurl's attempt ended, with what the server said meanwhile.
struct SMTPOutcome {
    let conversation: SMTPConversation
    /// Why libcurl gave up, in a few words; nil if it didn't.
    let fault: String?
    /// The client's own refusal to send; nil if it tried.
    var refusal: MailResult?

    /// The result of an attempt to send a mail.
    ///
    /// A server that refuses the connection or the login says nothing about the mail, so these are retried whatever the code.
    /// The mail is then sent once the operator has mended the settings.
    var result: MailResult {
        if let refusal { return refusal }
        let (stage, reply) = (conversation.stage, conversation.reply)
        guard let fault else { return .sent(answer: reply.map { "\($0.code) \($0.text)" } ?? "") }
        guard let reply, reply.code >= 400 else { return .retry(reason: fault + (stage == .message ? " after the mail" : "")) }
        if stage >= .sender, (500...599).contains(reply.code) {
            return .refused(code: reply.code, text: reply.text, atRecipient: stage == .recipient)
        }
        return .retry(reason: "\(reply.code) \(reply.text)")
    }

    /// The result of a connection without a mail.
    func greeting(of server: MailServer) -> MailGreeting {
        if case .retry(let reason) = result { return .failed(reason: reason) }
        guard !server.hasLogin || conversation.isAuthenticated else {
            return .failed(reason: "the server offers no login with a password (AUTH PLAIN or LOGIN)")
        }
        return .ready(isEncrypted: server.encryption != .none, isAuthenticated: conversation.isAuthenticated)
    }
}
