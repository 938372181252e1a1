import COpenSSL

/// SHA-256 of bytes that come part by part.
///
/// `@unchecked`: it belongs to whoever adds to it, one part after the other, if not always on the same thread.
package final class RunningDigest: @unchecked Sendable {
    private let context: OpaquePointer

    /// Of nothing yet.
    package init() {
        // It fails only where there is no memory for a few bytes, or OpenSSL has no SHA-256: nothing that a caller could mend.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("OpenSSL has no memory for a digest") }
        precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL could not begin SHA-256")
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Goes on with these bytes.
    package func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes {
            precondition(EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1, "OpenSSL could not go on with SHA-256")
        }
    }

    /// Of all that was added so far: 32 bytes. More may be added afterwards.
    package var value: [UInt8] {
        let copy = RunningDigest()
        precondition(EVP_MD_CTX_copy_ex(copy.context, context) == 1, "OpenSSL could not copy SHA-256")
        return copy.finish()
    }

    /// Of all that was added: 32 bytes. Nothing is added afterwards.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            precondition(EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1, "OpenSSL could not compute SHA-256")
            count = 32
        }
    }
}
