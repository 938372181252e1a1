import Domain
import Foundation
import Mail
import Settings

/// Where the programs' mails go.
public enum MailTarget: Sendable {
    /// To a mail server.
    case server(MailConfiguration)
    /// To files in a folder. Nothing is sent.
    case folder(String, sender: Mailbox)

    /// The mailbox from which mails come.
    public var sender: Mailbox {
        switch self {
        case .server(let configuration): configuration.sender
        case .folder(_, let sender): sender
        }
    }

    /// Creates the transport, which the caller closes.
    /// - Parameter announce: gets a line for each mail that is written to a file.
    public func transport(announce: @escaping @Sendable (String) -> Void) -> MailTransport {
        switch self {
        case .server(let configuration): .smtp(configuration.server, sender: configuration.sender, caFile: configuration.caFile)
        case .folder(let folder, _): .files(folder, announce: announce)
        }
    }
}

extension DatabaseOptions {
    /// Returns where the selected database's mails go; nil if no mail is sent. With the private PostgreSQL they go to files, whatever
    /// the settings are, because the people in that database are invented.
    public func mailTarget(_ configuration: Configuration) -> MailTarget? {
        guard isPrivate(configuration) else { return configuration.mail.map { .server($0) } }
        // The address is one that exists nowhere.
        let invented = Mailbox(name: "Davenport", address: "davenport@localhost")
        return (configuration.mail?.sender ?? invented).map { .folder(data + "/mail", sender: $0) }
    }

    /// Returns the address of the web client for communities without a host; nil if there is none. With the private database, it is that of
    /// `davenport dev`.
    public func webOrigin(_ configuration: Configuration) -> WebOrigin? {
        guard isPrivate(configuration) else { return configuration.publicURL.map(WebOrigin.init) }
        return (try? String(contentsOfFile: webOriginFile, encoding: .utf8)).map(WebOrigin.init)
    }

    /// The file in which `davenport dev` says where its web client is.
    public var webOriginFile: String { data + "/web-origin" }
}
