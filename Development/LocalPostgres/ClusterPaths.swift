import Foundation

/// The paths of a cluster's files and folders, and the user that its server runs as.
///
/// Everything is in the folder that the caller named, unless the server's user can't enter it. If root starts the
/// server, the server runs as an unprivileged user, who can't enter `/root`. Then everything is in a folder of root's
/// below `/var/tmp`. The name of that folder is derived from the path of the named folder, and a note in the named
/// folder contains it. If only the socket's path would be too long, only the socket is elsewhere.
///
///     folder/start.lock   held by the program that starts or stops the server
///     root/data           the cluster, which only the server's user can open
///     root/socket         the socket, which only the server's user can open: it needs no password
///     root/server.lock    held while any process of the server runs
///     root/users          a FIFO that every program using the server holds open
///     root/log            the server's log since its start
struct ClusterPaths {
    /// The folder that the caller named, as an absolute path without symbolic links.
    let folder: String
    /// The folder that contains everything except the start lock, and the socket if its path would be too long.
    let root: String
    /// The folder that contains the socket.
    let socket: String
    /// The user that the server runs as; nil if it is the user of this program.
    let account: ServerAccount?

    var startLock: String { folder + "/start.lock" }
    var data: String { root + "/data" }
    /// The folder in which a cluster is created. It is renamed when the cluster is complete.
    var unfinishedData: String { root + "/data.new" }
    var serverLock: String { root + "/server.lock" }
    var users: String { root + "/users" }
    var log: String { root + "/log" }

    /// The users that the server may run as if root starts it, in order of preference. If the cluster exists, its owner
    /// comes before them.
    static let accounts = ["postgres", "nobody"]

    /// Finds where the cluster for a folder is or will be. The folder must exist. It creates nothing.
    init(folder: String, accounts: [String] = Self.accounts) throws(LocalPostgresError) {
        guard let absolute = realpath(folder, nil) else { throw .system(folder) }
        defer { free(absolute) }
        self.folder = String(cString: absolute)
        let elsewhere = Self.elsewhere(for: self.folder)
        if geteuid() != 0 {
            account = nil
            root = self.folder
        } else if let data = FileStatus(self.folder + "/data") {
            account = .number(data.owner)
            root = self.folder
        } else {
            // Anybody may make folders below /var/tmp, so only trust root's own.
            let dataElsewhere = FileStatus(elsewhere)?.owner == geteuid() ? FileStatus(elsewhere + "/data") : nil
            guard let chosen = dataElsewhere.map({ .number($0.owner) }) ?? ServerAccount.first(of: accounts) else {
                throw .noAccount("there is no user \(accounts.joined(separator: " or "))")
            }
            account = chosen
            let isNoted = Self.note(in: self.folder) == elsewhere
            root = !isNoted && chosen.canReach(self.folder) ? self.folder : elsewhere
        }
        socket = (UnixSocket.fits(root + "/socket") ? root : elsewhere) + "/socket"
    }

    /// Whether the server's user owns the existing cluster; true if there is none. If it is false, another user may
    /// have put a cluster there to eavesdrop.
    var ownsData: Bool {
        FileStatus(data).map { $0.owner == account?.user ?? geteuid() } ?? true
    }

    /// Creates the folders for a cluster. The cluster may be outside of the folder that the caller named; the named
    /// folder then has a note of it. Returns false if there is such a cluster but no note. Then the named folder was
    /// removed and created again, and needs a new cluster.
    func prepare() throws(LocalPostgresError) -> Bool {
        let mayPass: mode_t = account == nil ? 0o700 : 0o711
        var isOurs = true
        for folder in Set([root, (socket as NSString).deletingLastPathComponent]) where folder != self.folder {
            try makePrivateFolder(folder, permissions: mayPass)
        }
        if root != folder {
            isOurs = Self.note(in: folder) == root || FileStatus(data) == nil
        }
        try makePrivateFolder(socket, permissions: 0o700, owner: account)
        guard ownsData else { throw .foreign(data) }
        return isOurs
    }

    /// Writes a note into the folder that the caller named, if the cluster is outside of it. The note is the path of
    /// the cluster's folder.
    func leaveNote() throws(LocalPostgresError) {
        guard root != folder else { return }
        do {
            try root.write(toFile: folder + "/elsewhere", atomically: true, encoding: .utf8)
            try folder.write(toFile: root + "/belongs-to", atomically: true, encoding: .utf8)
        } catch {
            throw .file(folder, reason: error.localizedDescription)
        }
    }

    private static func note(in folder: String) -> String? {
        try? String(contentsOfFile: folder + "/elsewhere", encoding: .utf8)
    }

    private static func elsewhere(for folder: String) -> String {
        // FNV-1a, which gives the same result in every run, unlike Swift's own hash.
        let hash = folder.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "/var/tmp/davenport-\(geteuid())-\(String(hash, radix: 36))"
    }
}
