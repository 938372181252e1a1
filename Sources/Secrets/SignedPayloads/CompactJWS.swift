import UntrustedText

/// The parts of a JWS in compact form (RFC 7515, 3.1). Nothing in it has been verified yet.
struct CompactJWS {
    /// The bytes that the signature covers: header and payload in the encoded form that the text has.
    let signed: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// The certificates in the JWS header, in DER. The signer's certificate is the first.
    let certificates: [[UInt8]]

    /// The maximum number of bytes of a JWS in compact form, with all three parts.
    static let limit = 16 * 1024
    /// The number of certificates that the JWS header must have: leaf, intermediate and root.
    static let length = 3

    /// The fields of the JWS header that the server uses. It ignores all other fields, as RFC 7515 (4) requires.
    private struct Header: Decodable {
        let alg: String
        let x5c: [String]
        /// Whether the JWS header has one of the fields `crit` and `b64`, which ask for extensions.
        ///
        /// `crit` names extensions that a reader must understand (RFC 7515, 4.1.11), and the server understands none.
        /// `b64` changes the signed bytes (RFC 7797). The value of the field doesn't matter, because an empty or
        /// malformed `crit` is invalid anyway.
        let asksForExtension: Bool

        private enum CodingKeys: CodingKey {
            case alg, x5c, crit, b64
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            alg = try fields.decode(String.self, forKey: .alg)
            x5c = try fields.decode([String].self, forKey: .x5c)
            asksForExtension = fields.contains(.crit) || fields.contains(.b64)
        }
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
        guard !read.asksForExtension else { throw .unknownExtension }
        guard read.x5c.count == Self.length else { throw .otherNumber }
        certificates = read.x5c.compactMap { Self.padded($0) }
        guard certificates.count == Self.length else { throw .unreadableCertificate }
        signed = Array(bytes[..<parts[1].endIndex])
        (self.payload, self.signature) = (payload, signature)
    }

    /// Decodes the Base64 of a certificate; nil if it is malformed. Unlike the three parts of a JWS, it has padding
    /// (RFC 7515, 4.1.6).
    private static func padded(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        return Base64.standard.decode(digits.dropLast(digits.suffix(2).count { $0 == UInt8(ascii: "=") }))
    }
}
