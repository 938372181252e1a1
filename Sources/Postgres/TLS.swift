import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// libpq doesn't tell how much its TLS library has decrypted and not handed out; OpenSSL does. It is looked up at run time,
/// since it comes with libpq and this module doesn't link it.
enum TLS {
    /// OpenSSL's session of a connection.
    ///
    /// `@unchecked`: used under the connection's lock only, as the connection itself.
    struct Session: @unchecked Sendable {
        fileprivate let pointer: UnsafeMutableRawPointer

        /// Nil when the connection isn't encrypted.
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
