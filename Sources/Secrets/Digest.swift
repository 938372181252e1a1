import COpenSSL

/// Computes one-way digests of secrets and texts.
public enum Digest {
    /// Returns the SHA-256 of the bytes: 32 bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        withContiguousBytes(bytes) { input in
            filled { EVP_Digest(input.baseAddress, input.count, $0, nil, algorithm?.pointer, nil) == 1 }
        }
    }

    /// Returns the HMAC-SHA-256 (RFC 2104) of the bytes with a key of any length: 32 bytes.
    public static func hmacSHA256(key: some Collection<UInt8>, _ bytes: some Collection<UInt8>) -> [UInt8] {
        withContiguousBytes(key) { key in
            withContiguousBytes(bytes) { input in
                filled { HMAC(EVP_sha256(), key.baseAddress, CInt(key.count), input.baseAddress, input.count, $0, nil) != nil }
            }
        }
    }

    /// OpenSSL's SHA-256 algorithm. It is fetched only once, because searching it by name in all of OpenSSL's providers
    /// takes as long as hashing a short text.
    private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil).map { OpenSSLObject(owning: $0) { EVP_MD_free($0) } }

    private static func filled(_ digest: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { output, count in
            // It fails only if OpenSSL has no SHA-256, or no memory for a few bytes. No caller could handle that.
            precondition(digest(output.baseAddress), "OpenSSL could not compute SHA-256")
            count = 32
        }
    }

    /// Calls a function with the bytes in contiguous memory, and copies them only if necessary. Even for no bytes the
    /// pointer isn't nil, because OpenSSL would take nil for "no key".
    private static func withContiguousBytes<R>(_ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = bytes.withContiguousStorageIfAvailable({ $0.baseAddress == nil ? nil : body($0) }), let result { return result }
        return (Array(bytes) + [0]).withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    }
}
