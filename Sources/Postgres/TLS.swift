import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Asks OpenSSL how many bytes it has decrypted but not handed out, since libpq has no call for that.
///
/// The function is looked up at run time: OpenSSL is loaded together with libpq, and this module doesn't link it.
enum TLS {
    private typealias Pending = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private static let pending: Pending? = dlsym(nil, "SSL_pending").map { unsafeBitCast($0, to: Pending.self) }

    /// Returns 0 if the connection isn't encrypted.
    static func pendingBytes(_ connection: ConnectionHandle) -> Int {
        guard PQsslInUse(connection.pointer) == 1, let session = PQsslStruct(connection.pointer, "OpenSSL"), let pending else { return 0 }
        return Int(pending(session))
    }
}
