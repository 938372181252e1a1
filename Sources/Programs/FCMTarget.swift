import Domain
import Foundation
import Settings

/// Where the push worker sends pushes to Android devices, and where it gets access tokens for them.
public struct FCMTarget: Sendable {
    /// The URL of the push service, without a path.
    public let url: String
    /// The hosts from which service accounts may get access tokens.
    public let tokenHosts: PushServiceHosts
    /// A PEM file with the certificate authority to trust instead of the system's; nil for the system's.
    public let caFile: String?

    /// The hosts that Google has written into the files of service accounts.
    private static let googleHosts = ["oauth2.googleapis.com", "www.googleapis.com", "accounts.google.com"]

    fileprivate init(_ address: PushServiceAddress, isPrivate: Bool, caFile: String?) {
        (url, self.caFile) = (address.origin, caFile)
        let own = "\(address.host):\(address.port)"
        tokenHosts = PushServiceHosts(isPrivate ? [own] : Self.googleHosts + [own])
    }
}

extension DatabaseOptions {
    /// Returns where pushes to the Android devices of the selected database are sent; nil if nowhere. With the private PostgreSQL,
    /// it is only the stand-in that `bin/dev` starts, because the users in that database are invented.
    /// - Throws: `Failure` if the configured URL is malformed, or isn't the stand-in's for the private PostgreSQL.
    public func fcmTarget(_ configuration: Configuration) throws -> FCMTarget? {
        guard let address = PushServiceAddress(configuration.fcmURL) else {
            throw Failure("FCM_URL: “\(configuration.fcmURL)” isn't an address of the form https://host:port.")
        }
        guard isPrivate(configuration) else { return FCMTarget(address, isPrivate: false, caFile: configuration.fcmCAFile) }
        let folder = data + "/apple"
        guard let text = try? String(contentsOfFile: folder + "/web-url", encoding: .utf8),
            let standIn = PushServiceAddress(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        guard address == standIn || configuration.fcmURL == Configuration.googleURL else {
            throw Failure("The private PostgreSQL in \(data) pushes to the stand-in at \(standIn.origin) alone: unset FCM_URL.")
        }
        return FCMTarget(standIn, isPrivate: true, caFile: folder + "/ca.pem")
    }
}
