import Foundation

/// The unprivileged user that runs PostgreSQL, which refuses to run as root.
struct ServerAccount: Equatable {
    let user: uid_t
    let group: gid_t

    /// Returns the first of these users that exists.
    static func first(of names: [String]) -> ServerAccount? {
        names.lazy.compactMap { name in lookUp { getpwnam_r(name, $0, $1, $2, $3) } }.first
    }

    /// Returns the user with this number, even if it has no name.
    static func number(_ user: uid_t) -> ServerAccount {
        lookUp { getpwuid_r(user, $0, $1, $2, $3) } ?? ServerAccount(user: user, group: user)
    }

    /// The command that runs another one as this user, without further groups.
    var prefix: [String] {
        #if canImport(Darwin)
            ["sudo", "-n", "-u", "#\(user)", "-g", "#\(group)", "--"]
        #else
            ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--"]
        #endif
    }

    /// Whether the permissions let this user enter the folder and all folders on the way to it.
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
