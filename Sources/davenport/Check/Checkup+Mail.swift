import Foundation
import Mail
import Programs
import Settings

extension Checkup {
    /// Checks that the mail server answers, encrypts and takes the login. It sends nothing.
    func mail() async -> Finding {
        await Finding("mail") {
            guard case .server(let mail)? = options.mailTarget(configuration) else {
                let isPrivate = options.isPrivate(configuration)
                return isPrivate ? "is written to \(options.data)/mail, and never sent" : "none is sent, because SMTP_URL isn't set"
            }
            if let file = mail.caFile, !FileManager.default.isReadableFile(atPath: file) {
                throw Failure("MAIL_CA_FILE names a file that can't be read: \(file)")
            }
            let transport = MailTransport.smtp(mail.server, sender: mail.sender, caFile: mail.caFile)
            let greeting = await transport.greet()
            await transport.close()
            switch greeting {
            case .ready(let isEncrypted, let isAuthenticated):
                let login = isAuthenticated ? "takes the login" : "wants no login"
                return "\(mail.server) answers, \(isEncrypted ? "encrypted" : "unencrypted on this machine"), and \(login)"
            case .failed(let reason):
                throw Failure("\(mail.server): \(reason). Is SMTP_URL right, and may this machine connect there?")
            }
        }
    }
}
