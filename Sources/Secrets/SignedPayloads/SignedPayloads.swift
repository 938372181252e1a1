#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import UntrustedText

/// What somebody has signed, as far as it is read.
public protocol SignedPayload: Decodable, Sendable {
    /// When it was signed, in milliseconds since 1970: the moment at which its certificates must have been valid.
    var signedDate: Int { get }
}

/// Believes what Apple's App Store signs: a JWS in compact form with its three certificates, of which the last is known.
public struct SignedPayloads: Sendable {
    private let roots: [TrustedRoot]
    private let threads: BoundedThreads

    /// The extension of leaves that sign what the App Store says.
    static let leafMark = "1.2.840.113635.100.6.11.1"
    /// The extension of Apple's intermediate authority for them.
    static let intermediateMark = "1.2.840.113635.100.6.2.1"
    /// When something may have happened, in milliseconds since 1970: up to the end of the year 4000: what lies beyond is
    /// never, for dates.
    public static let moments = 0...64_092_211_199_999

    /// Why a text holds no roots.
    public enum RootFault: Error, Equatable {
        /// It holds none, one that can't be read, or something else.
        case unreadable
        /// It holds a certificate that isn't signed by its own key.
        case notSelfSigned
    }

    /// - Parameter pem: the certificates of the only authorities that are trusted.
    public init(roots pem: String) throws(RootFault) {
        try self.init(roots: pem, on: BoundedThreads(label: "signed-payloads", threads: 2, queueLimit: 128))
    }

    /// - Parameter threads: where `apart` works.
    package init(roots pem: String, on threads: BoundedThreads) throws(RootFault) {
        guard let certificates = Certificate.all(pem: pem) else { throw .unreadable }
        guard certificates.allSatisfy({ $0.isSelfSigned }) else { throw .notSelfSigned }
        roots = certificates.map { TrustedRoot($0) }
        self.threads = threads
    }

    /// Does work that verifies, on threads of its own: never on those of Swift's tasks, where milliseconds of it would hold up everybody
    /// else's requests.
    /// - Throws: what the work throws; `BoundedThreads.QueueFull`; `CancellationError` when the task is cancelled before its turn.
    package func apart<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await threads.run(work)
    }

    /// What a text says, where it was signed by whom it must be. What is cheap to look at comes first. It takes milliseconds.
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
