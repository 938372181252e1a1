import Mail

/// The settings for mail.
public struct MailConfiguration: Sendable, Equatable {
    /// The server to which mails are handed over.
    public let server: MailServer
    /// The mailbox from which mails come.
    public let sender: Mailbox
    /// A PEM file with the certificate authorities to trust instead of the system's; nil if it isn't set.
    public let caFile: String?

    /// Reads the settings; nil without them, or if they are wrong.
    /// - Parameters:
    ///   - url: the value of `SMTP_URL`.
    ///   - sender: the value of `MAIL_FROM`.
    ///   - caFile: the value of `MAIL_CA_FILE`.
    ///   - faults: gets a description of each fault.
    static func read(url: String?, sender: String?, caFile: String?, faults: inout [String]) -> MailConfiguration? {
        var (server, mailbox): (MailServer?, Mailbox?)
        if let url { do throws(MailSettingError) { server = try MailServer(url) } catch { faults.append("\(error)") } }
        if let sender { do throws(MailSettingError) { mailbox = try Mailbox(setting: sender) } catch { faults.append("\(error)") } }
        if (url == nil) != (sender == nil) { faults.append("SMTP_URL and MAIL_FROM must be set together") }
        guard let server, let mailbox else { return nil }
        return MailConfiguration(server: server, sender: mailbox, caFile: caFile)
    }
}
