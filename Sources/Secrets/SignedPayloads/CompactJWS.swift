import UntrustedText

/// A JWS in compact form (RFC 7515, 3.1), taken apart; nothing of it is verified yet.
struct CompactJWS {
    /// What is signed: header and payload as they stand in the text.
    let signed: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// In DER, as the header has them: of whoever signed first.
    let certificates: [[UInt8]]

    /// How many bytes a text may have.
    static let limit = 16 * 1024
    /// How many certificates the header must have: leaf, intermediate and root.
    static let length = 3

    /// Nothing else of the header is heeded.
    private struct Header: Decodable {
        let alg: String
        let x5c: [String]
    }

    init(_ text: String) throws(SignedPayloadFault) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limit else { throw .tooLong }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64.url.decode(parts[0]), let payload = Base64.url.decode(parts[1]),
            let signature = Base64.url.decode(parts[2])
        else { throw .notCompact }
        guard let read = try? Header(untrustedJSON: header) else { throw .unreadableHeader }
        guard read.alg == "ES256" else { throw .otherAlgorithm }
        guard read.x5c.count == Self.length else { throw .otherNumber }
        certificates = read.x5c.compactMap { Self.padded($0) }
        guard certificates.count == Self.length else { throw .unreadableCertificate }
        signed = Array(bytes[..<parts[1].endIndex])
        (self.payload, self.signature) = (payload, signature)
    }

    /// Certificates are in base64 with its padding, unlike the parts (RFC 7515, 4.1.6).
    private static func padded(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        return Base64.standard.decode(digits.dropLast(digits.suffix(2).count { $0 == UInt8(ascii: "=") }))
    }
}
