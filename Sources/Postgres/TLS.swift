import CLibPQ
import COpenSSL

/// Asks OpenSSL, which libpq uses too, how many bytes it has decrypted and libpq hasn't read yet. libpq has no call for that.
enum TLS {
    /// Returns the number of bytes that OpenSSL has decrypted and libpq hasn't read yet. It is 0 if the connection
    /// isn't encrypted.
    static func pendingBytes(_ connection: ConnectionHandle) -> Int {
        guard PQsslInUse(connection.pointer) == 1, let session = PQsslStruct(connection.pointer, "OpenSSL") else { return 0 }
        return Int(SSL_pending(OpaquePointer(session)))
    }
}
