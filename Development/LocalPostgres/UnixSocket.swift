import Foundation
import LibC

/// Checks the socket of a PostgreSQL server in a folder.
enum UnixSocket {
    private static let name = "/.s.PGSQL.5432"

    /// Whether PostgreSQL and libpq can use a socket in this folder. The system limits the length of socket paths (107
    /// bytes on Linux). A comma isn't possible either, because libpq takes it for the end of a host name.
    static func fits(_ folder: String) -> Bool {
        (folder + name).utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) && !folder.utf8.contains(UInt8(ascii: ","))
    }

    /// Whether a server accepts connections on the socket in a folder.
    static func accepts(in folder: String) -> Bool {
        guard fits(folder) else { return false }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + name).utf8) }
        let connection = socket(AF_UNIX, streamSocket, 0)
        defer { close(connection) }
        // A server that is too busy to accept the connection at once counts as well.
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, length) == 0 || errno == EAGAIN }
        }
    }
}
