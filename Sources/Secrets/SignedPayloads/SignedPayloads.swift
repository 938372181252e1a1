#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import UntrustedText

/// The content of a signed payload, as far as the server reads it.
public protocol SignedPayload: Decodable, Sendable {
    /// The time of the signature, in milliseconds since 1970. The certificates must have been valid at that time.
    var signedDate: Int { get }
}

/// Verifies what Apple's App Store signs: a JWS in compact form with three certificates. The last one is a trusted
/// root.
public struct SignedPayloads: Sendable {
    private let roots: [TrustedRoot]
    private let threads: BoundedThreads

    /// The extension of leaf certificates that sign for the App Store.
    static let leafMark = "1.2.840.113635.100.6.11.1"
    /// The extension of Apple's intermediate authority for those leaves.
    static let intermediateMark = "1.2.840.113635.100.6.2.1"
    /// The accepted range of times, in milliseconds since 1970, up to the end of the year 4000. `Date` takes later ones for
    /// never.
    public static let moments = 0...64_092_211_199_999

    /// The reason why a text has no usable roots.
    public enum RootFault: Error, Equatable {
        /// It has no certificate, an unreadable one, or something else.
        case unreadable
        /// It has a certificate that isn't signed by its own key.
        case notSelfSigned
    }

    /// - Parameter pem: the certificates of the only trusted authorities.
    public init(roots pem: String) throws(RootFault) {
        try self.init(roots: pem, on: BoundedThreads(label: "signed-payloads", threads: 2, queueLimit: 128))
    }

    /// - Parameter threads: the threads on which `apart` works.
    package init(roots pem: String, on threads: BoundedThreads) throws(RootFault) {
        guard let certificates = Certificate.all(pem: pem) else { throw .unreadable }
        guard certificates.allSatisfy({ $0.isSelfSigned }) else { throw .notSelfSigned }
        roots = certificates.map { TrustedRoot($0) }
        self.threads = threads
    }

    /// Runs work that verifies on threads of its own. On the threads of Swift's tasks, its milliseconds would delay other
    /// requests.
    /// - Throws: the work's errors; `BoundedThreads.QueueFull`; `CancellationError` if the task is cancelled while it
    ///   waits.
    package func apart<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await threads.run(work)
    }

    /// Verifies a text and returns its payload, if a trusted signer has signed it. Cheap checks come first. It takes
    /// milliseconds.
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
