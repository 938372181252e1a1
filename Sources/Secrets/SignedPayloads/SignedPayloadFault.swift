/// The reason why a signed payload is refused. Operators see the reason, but the client doesn't. The texts contain no
/// part of the payload.
public enum SignedPayloadFault: String, Error, Sendable, CaseIterable {
    case tooLong = "it is longer than 16 KiB"
    case notCompact = "it is not three parts of base64url"
    case unreadableHeader = "its header can't be read"
    case otherAlgorithm = "its algorithm is not ES256"
    case unknownExtension = "its header asks for an extension (crit or b64), and none is understood"
    case otherNumber = "its certificates are not three"
    case unreadableCertificate = "one of its certificates can't be read"
    case otherRoot = "its root is none of those that are trusted"
    case otherCurve = "its leaf's key is not on P-256"
    case unmarkedLeaf = "its leaf is not marked as one of the App Store's"
    case noAuthority = "its intermediate certificate is of no authority"
    case unmarkedIntermediate = "its intermediate certificate is not marked as Apple's"
    case unreadablePayload = "its payload can't be read"
    case brokenChain = "its certificates don't lead to the root, or were not valid when it says that it was signed"
    case otherSignature = "its signature is not the leaf's"
}
