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
    /// OpenSSL's session of a connection.
    ///
    /// `@unchecked`: it is used only under the connection's lock, as the connection itself is.
    struct Session: @unchecked Sendable {
        fileprivate let pointer: UnsafeMutableRawPointer

        /// Returns nil if the connection isn't encrypted.
        init?(_ handle: ConnectionHandle) {
            guard PQsslInUse(handle.pointer) == 1, let pointer = PQsslStruct(handle.pointer, "OpenSSL") else { return nil }
            self.pointer = pointer
        }
    }

    private typealias Pending = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private static let pending: Pending? = dlsym(nil, "SSL_pending").map { unsafeBitCast($0, to: Pending.self) }

    static func pendingBytes(_ session: Session) -> Int {
        pending.map { Int($0(session.pointer)) } ?? 0
    }
}
