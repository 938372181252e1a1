import COpenSSL

/// One-way digests of secrets and texts.
public enum Digest {
    /// SHA-256 of all the bytes in one go: 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        withContiguousBytes(bytes) { input in
            filled { EVP_Digest(input.baseAddress, input.count, $0, nil, algorithm.pointer, nil) == 1 }
        }
    }

    /// HMAC-SHA-256 (RFC 2104) of the bytes under a key of any length: 32 bytes.
    public static func hmacSHA256(key: some Collection<UInt8>, _ bytes: some Collection<UInt8>) -> [UInt8] {
        withContiguousBytes(key) { key in
            withContiguousBytes(bytes) { input in
                filled { HMAC(EVP_sha256(), key.baseAddress, CInt(key.count), input.baseAddress, input.count, $0, nil) != nil }
            }
        }
    }

    /// OpenSSL's SHA-256, looked up once: it is found by its name, among all that its providers have, which takes as long as a short text.
    private static let algorithm = Algorithm(pointer: EVP_MD_fetch(nil, "SHA256", nil))

    /// `@unchecked`: what was fetched never changes, and is never freed.
    private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    private static func filled(_ digest: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            // It fails only where OpenSSL has no SHA-256 at all or no memory for a few bytes: nothing that a caller could mend.
            precondition(digest(output.baseAddress), "OpenSSL could not compute SHA-256")
            count = 32
        }
    }

    /// Lends the bytes as they lie in memory, copied first where they lie in pieces. Never an empty pointer, which OpenSSL takes for "no
    /// key".
    private static func withContiguousBytes<R>(_ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = bytes.withContiguousStorageIfAvailable({ $0.baseAddress == nil ? nil : body($0) }), let result { return result }
        return (Array(bytes) + [0]).withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    }
}
