import COpenSSL

/// A certificate by which others are believed, and nothing else: neither the system's authorities nor another root of the same file.
///
/// `@unchecked Sendable`, since OpenSSL looks into a store of certificates under a lock of its own, and nothing changes this one.
final class TrustedRoot: @unchecked Sendable {
    let der: [UInt8]
    private let store: OpaquePointer

    init(_ certificate: Certificate) {
        guard let store = X509_STORE_new(), X509_STORE_add_cert(store, certificate.pointer) == 1 else {
            // It fails only where OpenSSL has no memory at all, at the start of a program.
            preconditionFailure("OpenSSL could not make a store of certificates")
        }
        (der, self.store) = (certificate.der, store)
    }

    deinit { X509_STORE_free(store) }

    /// Whether the chain is leaf, intermediate and this root, no more and no less, each signed by the next, and all of them valid at a
    /// moment in seconds since 1970.
    func vouches(for leaf: Certificate, by intermediate: Certificate, at moment: Int) -> Bool {
        let (context, untrusted) = (X509_STORE_CTX_new(), OPENSSL_sk_new_null())
        defer {
            X509_STORE_CTX_free(context)
            // The stack alone: the certificate in it has another owner.
            OPENSSL_sk_free(untrusted)
            ERR_clear_error()
        }
        guard OPENSSL_sk_push(untrusted, UnsafeRawPointer(intermediate.pointer)) == 1,
            X509_STORE_CTX_init(context, store, leaf.pointer, untrusted) == 1
        else { return false }
        X509_VERIFY_PARAM_set_time(X509_STORE_CTX_get0_param(context), moment)
        return X509_verify_cert(context) == 1 && OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context)) == 3
    }
}
