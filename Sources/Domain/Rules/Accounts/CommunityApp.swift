import DavenportAPI
import Secrets

/// An app of a community, which uses the passkeys of the community's host (rule 27.12).
public struct CommunityApp: Sendable, Equatable {
    /// The operating system of an app's devices.
    public enum System: Sendable, Equatable {
        case apple
        /// Android, with the app's package and the SHA-256 of the certificate that signs it, as 32 pairs of digits.
        case android(package: String, fingerprint: String)
    }

    /// `TEAM.BUNDLE`, or `PACKAGE:` and 32 pairs of hexadecimal digits with colons between them.
    public let text: String
    public let system: System

    /// Reads an app as an operator types it. The digits may be in upper or lower case, with or without colons.
    /// - Throws: `invalid`, naming `app`.
    public init(_ text: String) throws {
        if text.wholeMatch(of: /[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}/) != nil {
            (self.text, system) = (text, .apple)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].wholeMatch(of: /[A-Za-z][A-Za-z0-9_.]{0,254}/) != nil,
            let digits = Self.digits(parts[1])
        else {
            throw Problem.invalid(
                "app", .malformed,
                "must be TEAM.BUNDLE, as ABCDE12345.org.example.sofa, or PACKAGE:SHA256 with 64 hexadecimal digits")
        }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }
        let fingerprint = pairs.joined(separator: ":")
        (self.text, system) = ("\(parts[0]):\(fingerprint)", .android(package: parts[0], fingerprint: fingerprint))
    }

    /// The 64 digits of a SHA-256, in upper case; nil if these aren't one.
    private static func digits(_ text: String) -> [Character]? {
        let digits = text.replacing(":", with: "").uppercased()
        return digits.wholeMatch(of: /[0-9A-F]{64}/) == nil ? nil : Array(digits)
    }

    /// The origin that the app has in WebAuthn; nil for Apple's, whose origin is that of the host.
    var origin: String? {
        guard case .android(_, let fingerprint) = system else { return nil }
        let bytes = fingerprint.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        return "android:apk-key-hash:" + Base64.url.encode(bytes)
    }
}
