import COpenSSL
import Foundation
import Secrets

/// A certificate that a test creates, with its private key.
///
/// It is `@unchecked Sendable`, because nothing changes an OpenSSL certificate or key after its creation.
public final class TestCertificate: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let key: OpaquePointer
    private let name: String

    /// - Parameters:
    ///   - issuer: the certificate that signs this one; nil makes it self-signed.
    ///   - curve: the curve of the key.
    ///   - marks: the object identifiers of extensions without content.
    ///   - span: the period of validity; by default from a year ago to a year ahead.
    public init(
        _ name: String, by issuer: TestCertificate? = nil, curve: String = "P-256", isAuthority: Bool = false, marks: [String] = [],
        valid span: ClosedRange<Date>? = nil
    ) {
        self.name = name
        let year: TimeInterval = 365 * 86_400
        let span = span ?? Date(timeIntervalSinceNow: -year)...Date(timeIntervalSinceNow: year)
        // A failure may trap here, because only tests use this and can't continue without certificates.
        guard let pointer = X509_new(), let key = Self.key(on: curve) else { preconditionFailure("OpenSSL made no certificate") }
        (self.pointer, self.key) = (pointer, key)
        X509_set_version(pointer, 2)
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), UInt64.random(in: 1...UInt64(Int64.max)))
        ASN1_TIME_set(X509_getm_notBefore(pointer), Int(span.lowerBound.timeIntervalSince1970))
        ASN1_TIME_set(X509_getm_notAfter(pointer), Int(span.upperBound.timeIntervalSince1970))
        X509_NAME_add_entry_by_txt(X509_get_subject_name(pointer), "CN", MBSTRING_FLAG | 1, name, -1, -1, 0)
        X509_set_issuer_name(pointer, X509_get_subject_name(issuer?.pointer ?? pointer))
        X509_set_pubkey(pointer, key)
        if isAuthority { add(X509V3_EXT_conf_nid(nil, nil, NID_basic_constraints, "critical,CA:TRUE")) }
        for mark in marks { add(Self.mark(mark)) }
        precondition(X509_sign(pointer, issuer?.key ?? key, EVP_sha256()) > 0, "OpenSSL signed no certificate")
    }

    deinit {
        X509_free(pointer)
        EVP_PKEY_free(key)
    }

    /// The key that signs for this certificate, if it is on P-256.
    public var signingKey: SigningKey {
        get throws { try SigningKey(pem: written { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }) }
    }

    public var pem: String { written { PEM_write_bio_X509($0, pointer) } }

    public var der: [UInt8] {
        let lines = pem.split(separator: "\n").dropFirst().dropLast()
        return [UInt8](Data(base64Encoded: lines.joined()) ?? Data())
    }

    private func add(_ addition: OpaquePointer?) {
        X509_add_ext(pointer, addition, -1)
        X509_EXTENSION_free(addition)
    }

    private static func key(on curve: String) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        EVP_PKEY_CTX_set_group_name(context, curve)
        EVP_PKEY_generate(context, &key)
        return key
    }

    /// Makes an extension that holds a NULL, as Apple's do.
    private static func mark(_ number: String) -> OpaquePointer? {
        let (object, value) = (OBJ_txt2obj(number, 1), ASN1_OCTET_STRING_new())
        defer {
            ASN1_OBJECT_free(object)
            ASN1_OCTET_STRING_free(value)
        }
        ASN1_OCTET_STRING_set(value, [5, 0], 2)
        return X509_EXTENSION_create_by_OBJ(nil, object, 0, value)
    }

    private func written(_ write: (OpaquePointer?) -> CInt) -> String {
        let output = BIO_new(BIO_s_mem())
        defer { BIO_free(output) }
        precondition(write(output) == 1, "OpenSSL could not write \(name)")
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        BIO_read(output, &bytes, CInt(bytes.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}
