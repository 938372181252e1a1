import Foundation
import Secrets
import Settings

extension SignedPayloads {
    /// Creates a verifier of the App Store's signatures that trusts the configured roots; nil if none are configured.
    /// - Throws: a `Failure` that names the file if it can't be read or contains anything other than root certificates.
    public static func configured(_ configuration: Configuration) throws -> SignedPayloads? {
        guard let file = configuration.storeKitRootsFile else { return nil }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw Failure("STOREKIT_ROOTS_FILE names a file that can't be read: \(file)")
        }
        do { return try SignedPayloads(roots: text) } catch {
            let fault =
                switch error {
                case .unreadable: "must hold certificates in PEM and nothing else"
                case .notSelfSigned: "must hold roots alone, which are signed by their own keys"
                }
            throw Failure("The file \(file), which STOREKIT_ROOTS_FILE names, \(fault).")
        }
    }
}
