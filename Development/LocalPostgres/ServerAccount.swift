import Foundation

/// An unprivileged user that runs PostgreSQL, because PostgreSQL refuses to run as root.
struct ServerAccount: Equatable {
    let user: uid_t
    let group: gid_t

    /// Returns the first user in the list that exists on this machine; nil if none does.
    static func first(of names: [String]) -> ServerAccount? {
        names.lazy.compactMap { name in lookUp { getpwnam_r(name, $0, $1, $2, $3) } }.first
    }

    /// Returns the user with this user id, even if the system has no name for it.
    static func number(_ user: uid_t) -> ServerAccount {
        lookUp { getpwuid_r(user, $0, $1, $2, $3) } ?? ServerAccount(user: user, group: user)
    }

    /// The words to put before a command so that it runs as this user, without supplementary groups.
    var prefix: [String] {
        #if canImport(Darwin)
            ["sudo", "-n", "-u", "#\(user)", "-g", "#\(group)", "--"]
        #else
            ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--"]
        #endif
    }

    /// Whether this user may enter the folder and all folders above it.
    func canReach(_ folder: String) -> Bool {
        var path = folder
        while mayEnter(path) {
            guard path != "/" else { return true }
            path = (path as NSString).deletingLastPathComponent
        }
        return false
    }

    private func mayEnter(_ folder: String) -> Bool {
        guard let status = FileStatus(folder) else { return false }
        let bit: mode_t = status.owner == user ? 0o100 : status.group == group ? 0o010 : 0o001
        return status.permissions & bit != 0
    }

    private typealias Record = UnsafeMutablePointer<passwd>
    private typealias LookUp = (Record, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<Record?>) -> CInt

    private static func lookUp(_ call: LookUp) -> ServerAccount? {
        var record = passwd()
        var found: Record?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
            guard let start = buffer.baseAddress, call(&record, start, buffer.count, &found) == 0, found != nil else { return nil }
            return ServerAccount(user: record.pw_uid, group: record.pw_gid)
        }
    }
}
