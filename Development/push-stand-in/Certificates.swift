import COpenSSL
import Foundation
import Secrets

/// The certificate authority of the stand-in, and its certificate for this machine. They are created once and kept in
/// the stand-in's folder.
struct Certificates {
    /// The file with the certificate of the authority, which clients must trust.
    let authority: URL
    let certificate: URL
    let key: URL

    /// The error if OpenSSL can't create a certificate.
    struct Failure: Error {}

    /// Reads the certificates and keys in the folder. If a file is missing, creates all of them anew.
    init(in folder: URL) throws {
        authority = folder.appending(path: "ca.pem")
        certificate = folder.appending(path: "certificate.pem")
        key = folder.appending(path: "key.pem")
        if ![authority, certificate, key].allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) { try make() }
    }

    private func make() throws {
        let (authorityKey, serverKey) = (SigningKey.generate().pem, SigningKey.generate().pem)
        let root = try Certificate(name: "APNs stand-in", key: authorityKey, issuer: nil, [(NID_basic_constraints, "critical,CA:TRUE")])
        let server = try Certificate(
            name: "localhost", key: serverKey, issuer: (root, authorityKey),
            [(NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1"), (NID_ext_key_usage, "serverAuth")])
        try Data(serverKey.utf8).write(to: key, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        try Data(server.pem.utf8).write(to: certificate, options: .atomic)
        try Data(root.pem.utf8).write(to: authority, options: .atomic)
    }
}

/// An X.509 certificate that is valid for ten years.
private final class Certificate {
    private let pointer: OpaquePointer

    /// Creates a certificate.
    /// - Parameters:
    ///   - key: the PEM text of the certificate's own private key.
    ///   - issuer: the certificate and the key with which this certificate is signed; nil if it is signed with its own
    ///     key.
    ///   - extensions: OpenSSL's numbers of the extensions, and their values in the syntax of its configuration files.
    init(name: String, key: String, issuer: (certificate: Certificate, key: String)?, _ extensions: [(CInt, String)]) throws {
        guard let pointer = X509_new() else { throw Certificates.Failure() }
        self.pointer = pointer
        let (own, signing) = (PrivateKey(key), PrivateKey(issuer?.key ?? key))
        let signer = issuer?.certificate.pointer ?? pointer
        X509_set_version(pointer, 2)
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), UInt64.random(in: 1...UInt64(Int64.max)))
        X509_gmtime_adj(X509_getm_notBefore(pointer), -3600)
        X509_gmtime_adj(X509_getm_notAfter(pointer), 10 * 365 * 86_400)
        X509_NAME_add_entry_by_txt(X509_get_subject_name(pointer), "CN", MBSTRING_FLAG | 1, name, -1, -1, 0)
        X509_set_issuer_name(pointer, X509_get_subject_name(signer))
        X509_set_pubkey(pointer, own.pointer)
        for (kind, value) in extensions { try add(kind, value, signer) }
        guard X509_sign(pointer, signing.pointer, EVP_sha256()) > 0 else { throw Certificates.Failure() }
    }

    deinit { X509_free(pointer) }

    private func add(_ kind: CInt, _ value: String, _ signer: OpaquePointer) throws {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, signer, pointer, nil, nil, 0)
        guard let addition = X509V3_EXT_conf_nid(nil, &context, kind, value) else { throw Certificates.Failure() }
        defer { X509_EXTENSION_free(addition) }
        X509_add_ext(pointer, addition, -1)
    }

    var pem: String {
        let output = BIO_new(BIO_s_mem())
        defer { BIO_free(output) }
        PEM_write_bio_X509(output, pointer)
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        BIO_read(output, &bytes, CInt(bytes.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A private key in OpenSSL's memory.
private final class PrivateKey {
    let pointer: OpaquePointer?

    init(_ pem: String) {
        let bytes = Array(pem.utf8)
        pointer = bytes.withUnsafeBytes { bytes in
            let input = BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count))
            defer { BIO_free(input) }
            return PEM_read_bio_PrivateKey(input, nil, nil, nil)
        }
    }

    deinit { EVP_PKEY_free(pointer) }
}
