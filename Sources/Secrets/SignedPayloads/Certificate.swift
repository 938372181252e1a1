import COpenSSL

/// An X.509 certificate in OpenSSL's memory.
struct Certificate: Sendable {
    private let object: OpenSSLObject

    private init(owning pointer: OpaquePointer) {
        object = OpenSSLObject(owning: pointer) { X509_free($0) }
    }

    var pointer: OpaquePointer { object.pointer }

    /// Reads a certificate; nil unless the bytes are the DER of exactly one certificate.
    init?(der: [UInt8]) {
        defer { ERR_clear_error() }
        let found = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var next: UnsafePointer<UInt8>? = start
            guard let read = d2i_X509(nil, &next, bytes.count) else { return nil }
            guard next == start + bytes.count else {
                X509_free(read)
                return nil
            }
            return read
        }
        guard let found else { return nil }
        self.init(owning: found)
    }

    /// Reads the certificates of a PEM text, in their order. Returns nil if the text has no certificate, an unreadable
    /// one, or anything besides certificates.
    static func all(pem: String) -> [Certificate]? {
        let begun = pem.split(whereSeparator: { $0.isNewline }).count { $0.hasPrefix("-----BEGIN ") }
        let found = Array(pem.utf8).withUnsafeBufferPointer { bytes -> [Certificate] in
            let input = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count))
            defer {
                BIO_free(input)
                ERR_clear_error()
            }
            var found: [Certificate] = []
            while let pointer = PEM_read_bio_X509(input, nil, noPassword, nil) { found.append(Certificate(owning: pointer)) }
            return found
        }
        return found.isEmpty || found.count != begun ? nil : found
    }

    /// The certificate's DER, byte for byte as it was read.
    var der: [UInt8] {
        let count = Int(i2d_X509(pointer, nil))
        guard count > 0 else { return [] }
        var der = [UInt8](repeating: 0, count: count)
        der.withUnsafeMutableBufferPointer { bytes in
            var start = bytes.baseAddress
            _ = i2d_X509(pointer, &start)
        }
        return der
    }

    /// Whether the certificate is signed with its own key.
    var isSelfSigned: Bool {
        defer { ERR_clear_error() }
        return X509_self_signed(pointer, 1) == 1
    }

    /// Whether the certificate, of version 3, claims to belong to a certificate authority.
    var isAuthority: Bool {
        defer { ERR_clear_error() }
        return X509_check_ca(pointer) == 1
    }

    /// The certificate's public key; nil if it isn't a key for ES256.
    var verifyingKey: VerifyingKey? {
        defer { ERR_clear_error() }
        guard let key = X509_get_pubkey(pointer) else { return nil }
        let handle = KeyHandle(owning: key)
        return handle.isP256 ? VerifyingKey(handle) : nil
    }

    /// Returns whether the certificate has an extension.
    /// - Parameter identifier: the extension's object identifier, such as `1.2.840`.
    func bears(_ identifier: String) -> Bool {
        defer { ERR_clear_error() }
        // Nil only if OpenSSL has no memory for a few bytes.
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(pointer, object, -1) >= 0
    }
}
