import COpenSSL
import Synchronization

/// The SHA-256 of bytes that are added part by part.
package final class RunningDigest: Sendable {
    private let context: Mutex<OpaquePointer>

    /// Creates the digest of no bytes.
    package init() {
        let context = Self.newContext()
        // It fails only if OpenSSL has no SHA-256, or no memory for it. No caller could handle that.
        precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "OpenSSL could not begin SHA-256")
        self.context = Mutex(context)
    }

    deinit { context.withLock { EVP_MD_CTX_free($0) } }

    /// Adds bytes to those that the digest covers.
    package func add(_ bytes: [UInt8]) {
        context.withLock { context in
            bytes.withUnsafeBytes {
                // The digest was begun, and no caller adds bytes after `finish`, so OpenSSL takes any bytes.
                precondition(EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1, "OpenSSL could not go on with SHA-256")
            }
        }
    }

    /// The SHA-256 of all bytes added so far: 32 bytes. More bytes may be added afterwards.
    package var value: [UInt8] {
        context.withLock { context in
            let copy = Self.newContext()
            defer { EVP_MD_CTX_free(copy) }
            // Copying a digest fails only if OpenSSL has no memory.
            precondition(EVP_MD_CTX_copy_ex(copy, context) == 1, "OpenSSL could not copy SHA-256")
            return Self.finish(copy)
        }
    }

    /// Returns the SHA-256 of all added bytes: 32 bytes. No more bytes may be added afterwards.
    package func finish() -> [UInt8] { context.withLock { Self.finish($0) } }

    private static func newContext() -> OpaquePointer {
        // It fails only if OpenSSL has no memory for a few bytes. No caller could handle that.
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("OpenSSL has no memory for a digest") }
        return context
    }

    private static func finish(_ context: OpaquePointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            // The digest was begun, no caller ends it twice, and there is room for the 32 bytes of SHA-256.
            precondition(EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1, "OpenSSL could not compute SHA-256")
            count = 32
        }
    }
}
