import Foundation
import Settings

/// The URLs to which the push worker sends, and the certificate authority that it trusts there.
public struct APNsTarget: Sendable, Equatable {
    public let productionURL: String
    public let sandboxURL: String
    /// A PEM file with the certificate authority to trust instead of the system's; nil for the system's.
    public let caFile: String?
}

extension DatabaseOptions {
    /// Returns where the worker sends the pushes of the selected database. Normally these are the configured URLs. With
    /// the private PostgreSQL, it is only the stand-in for Apple that `bin/dev` starts, because the users and keys in
    /// that database are invented.
    /// - Throws: `Failure` if no stand-in has ever run beside the private PostgreSQL, or if the configuration names
    ///   another URL than the stand-in's.
    public func apnsTarget(_ configuration: Configuration) throws -> APNsTarget {
        let urls = [configuration.apnsProductionURL, configuration.apnsSandboxURL]
        guard isPrivate(configuration) else {
            return APNsTarget(productionURL: urls[0], sandboxURL: urls[1], caFile: configuration.apnsCAFile)
        }
        let folder = data + "/apple"
        guard let text = try? String(contentsOfFile: folder + "/url", encoding: .utf8) else {
            throw Failure("The private PostgreSQL in \(data) pushes to a stand-in for Apple alone, and none runs: start both with bin/dev.")
        }
        let url = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard urls.allSatisfy({ $0 == url || Configuration.appleURLs.contains($0) }) else {
            throw Failure(
                "The private PostgreSQL in \(data) pushes to the stand-in for Apple at \(url) alone: "
                    + "unset APNS_PRODUCTION_URL and APNS_SANDBOX_URL.")
        }
        return APNsTarget(productionURL: url, sandboxURL: url, caFile: folder + "/ca.pem")
    }
}
