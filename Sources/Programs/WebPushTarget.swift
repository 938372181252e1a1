import Domain
import Foundation
import Settings

/// The push services of browsers that the programs accept, and the contact that their tokens name.
public struct WebPushTarget: Sendable {
    public let contact: String
    public let hosts: PushServiceHosts
    /// A PEM file with the certificate authority to trust instead of the system's; nil for the system's.
    public let caFile: String?
}

extension DatabaseOptions {
    /// Returns which push services of browsers get the pushes of the selected database; nil if there are none. With the
    /// private PostgreSQL, it is only the stand-in that `bin/dev` starts, because the users in that database are invented.
    /// - Throws: `Failure` if the configuration names another host than the stand-in's for the private PostgreSQL.
    public func webPushTarget(_ configuration: Configuration) throws -> WebPushTarget? {
        guard let settings = configuration.webPush else { return nil }
        guard isPrivate(configuration) else {
            let hosts = PushServiceHosts(settings.hosts ?? PushServiceHosts.usual)
            return WebPushTarget(contact: settings.contact, hosts: hosts, caFile: settings.caFile)
        }
        let folder = data + "/apple"
        guard let text = try? String(contentsOfFile: folder + "/web-url", encoding: .utf8) else { return nil }
        let host = text.trimmingCharacters(in: .whitespacesAndNewlines).replacing("https://", with: "")
        guard settings.hosts.map({ $0 == [host] }) ?? true else {
            throw Failure("The private PostgreSQL in \(data) pushes to the stand-in at \(host) alone: unset WEB_PUSH_HOSTS.")
        }
        return WebPushTarget(contact: settings.contact, hosts: PushServiceHosts([host]), caFile: folder + "/ca.pem")
    }
}
