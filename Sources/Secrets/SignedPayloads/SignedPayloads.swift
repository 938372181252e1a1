#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import UntrustedText

/// A type with the fields of a signed payload that the server reads.
public protocol SignedPayload: Decodable, Sendable {
    /// The time of the signature, in milliseconds since 1970. The signer's certificates must have been valid at that
    /// time.
    var signedDate: Int { get }
}

/// Verifies purchases and notifications that Apple's App Store signed. Each is a JWS in compact form with three
/// certificates. The last one is a trusted root.
public struct SignedPayloads: Sendable {
    private let roots: [TrustedRoot]
    private let threads: BoundedThreads

    /// The object identifier of a certificate extension. A signer's certificate needs it to sign for the App Store.
    static let leafMark = "1.2.840.113635.100.6.11.1"
    /// The object identifier of a certificate extension. The intermediate certificate that signed the certificate of an
    /// App Store signer needs it.
    static let intermediateMark = "1.2.840.113635.100.6.2.1"
    /// The accepted range of times in payloads, in milliseconds since 1970. It ends with the year 4000, before
    /// `Date.distantFuture`, which stands for "never".
    public static let moments = 0...64_092_211_199_999

    /// The reason why a text can't be used as the trusted roots.
    public enum RootFault: Error, Equatable {
        /// The text has no certificate, an unreadable one, or anything besides certificates.
        case unreadable
        /// The text has a certificate that isn't signed with its own key.
        case notSelfSigned
    }

    /// Creates a verifier that trusts only the roots in a PEM text.
    /// - Parameter pem: the root certificates.
    public init(roots pem: String) throws(RootFault) {
        try self.init(roots: pem, on: BoundedThreads(label: "signed-payloads", threads: 2, queueLimit: 128))
    }

    /// Creates a verifier that trusts only the roots in a PEM text.
    /// - Parameter threads: the threads on which payloads are verified, when `apart` is used.
    package init(roots pem: String, on threads: BoundedThreads) throws(RootFault) {
        guard let certificates = Certificate.all(pem: pem) else { throw .unreadable }
        guard certificates.allSatisfy({ $0.isSelfSigned }) else { throw .notSelfSigned }
        roots = certificates.map { TrustedRoot($0) }
        self.threads = threads
    }

    /// Runs a function that verifies payloads on separate threads. Verifying takes milliseconds, which would delay
    /// other requests on the threads of Swift's tasks.
    /// - Throws: the errors of the function; `BoundedThreads.QueueFull` if too many functions wait; `CancellationError`
    ///   if the task is cancelled while it waits.
    package func apart<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await threads.run(work)
    }

    /// Verifies a signed text and returns its payload. It throws unless a trusted signer signed the text. The cheap
    /// checks come first, because verifying takes milliseconds.
    public func verify<Payload: SignedPayload>(_ text: String, as type: Payload.Type) throws(SignedPayloadFault) -> Payload {
        let jws = try CompactJWS(text)
        guard let root = roots.first(where: { $0.der == jws.certificates[2] }) else { throw .otherRoot }
        guard let leaf = Certificate(der: jws.certificates[0]), let intermediate = Certificate(der: jws.certificates[1]) else {
            throw .unreadableCertificate
        }
        guard leaf.bears(Self.leafMark) else { throw .unmarkedLeaf }
        guard intermediate.bears(Self.intermediateMark) else { throw .unmarkedIntermediate }
        guard intermediate.isAuthority else { throw .noAuthority }
        guard let key = leaf.verifyingKey else { throw .otherCurve }
        guard let payload = try? Payload(untrustedJSON: jws.payload), Self.moments.contains(payload.signedDate) else {
            throw .unreadablePayload
        }
        guard root.vouches(for: leaf, by: intermediate, at: payload.signedDate / 1000) else { throw .brokenChain }
        guard key.verify(jws.signature, of: jws.signed) else { throw .otherSignature }
        return payload
    }
}
