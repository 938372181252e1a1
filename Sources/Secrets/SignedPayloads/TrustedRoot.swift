import COpenSSL

/// A store of OpenSSL that trusts exactly one root certificate. It trusts neither the system's authorities nor other
/// roots of the same file.
struct TrustedRoot: Sendable {
    let der: [UInt8]
    private let store: OpenSSLObject

    init(_ certificate: Certificate) {
        guard let store = X509_STORE_new(), X509_STORE_add_cert(store, certificate.pointer) == 1 else {
            // It fails only if OpenSSL has no memory, at the start of a program.
            preconditionFailure("OpenSSL could not make a store of certificates")
        }
        der = certificate.der
        self.store = OpenSSLObject(owning: store) { X509_STORE_free($0) }
    }

    /// Returns whether three certificates form a chain: this root signed the intermediate one, which signed the leaf,
    /// and all three were valid at `moment`, in seconds since 1970.
    func vouches(for leaf: Certificate, by intermediate: Certificate, at moment: Int) -> Bool {
        let (context, untrusted) = (X509_STORE_CTX_new(), OPENSSL_sk_new_null())
        defer {
            X509_STORE_CTX_free(context)
            // Free only the stack: another object owns the certificate in it.
            OPENSSL_sk_free(untrusted)
            ERR_clear_error()
        }
        guard OPENSSL_sk_push(untrusted, UnsafeRawPointer(intermediate.pointer)) == 1,
            X509_STORE_CTX_init(context, store.pointer, leaf.pointer, untrusted) == 1
        else { return false }
        X509_VERIFY_PARAM_set_time(X509_STORE_CTX_get0_param(context), moment)
        return X509_verify_cert(context) == 1 && OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context)) == 3
    }
}
