import COpenSSL
import Foundation
import NIOSSL
import Secrets

/// The stand-in's certificate for this machine, which is its own authority. It is created once and kept in the stand-in's folder.
struct Certificates {
    private let certificate: URL
    private let key: URL

    /// The error if OpenSSL can't create a certificate.
    struct Failure: Error {}

    /// Reads the certificate and its key in the folder. If a file is missing, creates both anew.
    init(in folder: URL) throws {
        certificate = folder.appending(path: "certificate.pem")
        key = folder.appending(path: "key.pem")
        // The file that clients must trust.
        let authority = folder.appending(path: "ca.pem")
        if [authority, certificate, key].allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) { return }
        let pem = SigningKey.generate().pem
        try Data(pem.utf8).write(to: key, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key.path)
        let own = try Self.certificate(for: pem)
        for file in [certificate, authority] { try Data(own.utf8).write(to: file, options: .atomic) }
    }

    /// Prepares TLS with the certificate, for these protocols.
    func context(_ protocols: [String]) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.path).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem)))
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    /// Creates a certificate that is valid for ten years and signed with its own key, and returns it as PEM.
    private static func certificate(for pem: String) throws -> String {
        let bytes = Array(pem.utf8)
        let input = BIO_new_mem_buf(bytes, CInt(bytes.count))
        let key = PEM_read_bio_PrivateKey(input, nil, nil, nil)
        let (certificate, output) = (X509_new(), BIO_new(BIO_s_mem()))
        defer {
            BIO_free(input)
            BIO_free(output)
            EVP_PKEY_free(key)
            X509_free(certificate)
        }
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), UInt64.random(in: 1...UInt64(Int64.max)))
        X509_gmtime_adj(X509_getm_notBefore(certificate), -3600)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 10 * 365 * 86_400)
        X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_FLAG | 1, "push-stand-in", -1, -1, 0)
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
        X509_set_pubkey(certificate, key)
        let extensions = [
            (NID_basic_constraints, "critical,CA:TRUE"), (NID_ext_key_usage, "serverAuth"),
            (NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1"),
        ]
        for (kind, value) in extensions {
            let addition = X509V3_EXT_conf_nid(nil, nil, kind, value)
            X509_add_ext(certificate, addition, -1)
            X509_EXTENSION_free(addition)
        }
        guard X509_sign(certificate, key, EVP_sha256()) > 0, PEM_write_bio_X509(output, certificate) == 1 else { throw Failure() }
        var written = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        BIO_read(output, &written, CInt(written.count))
        return String(decoding: written, as: UTF8.self)
    }
}
