import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Asks OpenSSL how many bytes it has decrypted and libpq hasn't read yet, since libpq has no call for that.
///
/// The OpenSSL function is found at run time: OpenSSL is loaded together with libpq, and this module doesn't link it.
enum TLS {
    private typealias Pending = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private static let pending: Pending? = dlsym(nil, "SSL_pending").map { unsafeBitCast($0, to: Pending.self) }

    /// Returns the number of bytes that OpenSSL has decrypted and libpq hasn't read yet. It is 0 if the connection
    /// isn't encrypted.
    static func pendingBytes(_ connection: ConnectionHandle) -> Int {
        guard PQsslInUse(connection.pointer) == 1, let session = PQsslStruct(connection.pointer, "OpenSSL"), let pending else { return 0 }
        return Int(pending(session))
    }
}
