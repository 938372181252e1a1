import Foundation

/// Carries mails to a mail server, to a folder, or to a test.
public struct MailTransport: Sendable {
    /// The longest time from a call to its result. It fits into the time that a lease has for an answer.
    public static let timeLimit = Duration.seconds(10)

    private let sending: @Sendable (MailMessage) async -> MailResult
    private let greeting: @Sendable () async -> MailGreeting
    private let closing: @Sendable () async -> Void

    /// Creates a transport from functions.
    /// - Parameters:
    ///   - send: makes one attempt to send a mail.
    ///   - greet: connects without a mail.
    ///   - close: ends the connection.
    public init(
        send: @escaping @Sendable (MailMessage) async -> MailResult,
        greet: @escaping @Sendable () async -> MailGreeting = { .ready(isEncrypted: false, isAuthenticated: false) },
        close: @escaping @Sendable () async -> Void = {}
    ) {
        (sending, greeting, closing) = (send, greet, close)
    }

    /// Creates the transport over SMTP. It sends one mail at a time, over one connection that it keeps for a while.
    /// - Parameters:
    ///   - server: the server, whose certificate is verified.
    ///   - sender: the mailbox whose domain the transport gives as its own name when it greets the server.
    ///   - caFile: a PEM file with the certificate authorities to trust instead of the system's; nil for the system's.
    public static func smtp(_ server: MailServer, sender: Mailbox, caFile: String? = nil) -> MailTransport {
        let thread = SMTPThread(SMTPAccount(server: server, name: sender.needsUTF8 ? "localhost" : sender.domain, caFile: caFile))
        return MailTransport(
            send: { await thread.send($0) }, greet: { await thread.greet() }, close: { await thread.close() })
    }

    /// Creates a transport that writes each mail to a file `NUMBER.eml`, which only this program's user can read. It never sends.
    /// - Parameters:
    ///   - folder: the folder, which is made if it doesn't exist.
    ///   - announce: gets one line for each mail: its recipient, its link, and its file.
    public static func files(_ folder: String, announce: @escaping @Sendable (String) -> Void) -> MailTransport {
        MailTransport { message in
            do {
                let file = try MailFolder(folder).write(message)
                announce("A mail to \(message.to)" + (message.link.map { " with the link \($0.inASCII)" } ?? "") + " is in \(file)")
                return .sent(answer: "written to \(file)")
            } catch {
                return .retry(reason: "\(error)")
            }
        }
    }

    /// Makes one attempt to send a mail. If its task is cancelled, the attempt ends, and the server may have taken the mail.
    public func send(_ message: MailMessage) async -> MailResult { await sending(message) }

    /// Connects, encrypts and authenticates as for a mail, and sends none.
    public func greet() async -> MailGreeting { await greeting() }

    /// Ends the connection, and each attempt that has not ended. A closed transport sends nothing more.
    public func close() async { await closing() }
}
