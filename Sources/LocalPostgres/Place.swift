import Foundation

/// Where the parts of a cluster lie and whom its server runs as.
///
/// Everything lies in the folder its user named, unless the server could not get there: started by root, it runs as an unprivileged
/// user, who can't walk through `/root`. Then everything lies in a folder of root's below `/var/tmp` whose name follows from the
/// folder's, and the folder keeps a note of it. A path too long for a socket moves the socket alone.
///
///     folder/start.lock   held by the program that starts or stops the server
///     root/data           the cluster, of the server's user alone
///     root/socket         the socket, of the server's user alone: whoever reaches it is let in without a password
///     root/server.lock    held as long as a process of the server lives
///     root/users          a FIFO that every program using the server holds open
///     root/log            what the server said since it was started
struct Place {
    /// The folder its user named, as an absolute path without symbolic links.
    let folder: String
    /// The folder that holds everything.
    let root: String
    /// The folder of the socket.
    let socket: String
    /// Whom the server runs as; nil for ourselves.
    let account: ServerAccount?

    var startLock: String { folder + "/start.lock" }
    var data: String { root + "/data" }
    /// A cluster in the making: it gets its name when it is complete.
    var unfinishedData: String { root + "/data.new" }
    var serverLock: String { root + "/server.lock" }
    var users: String { root + "/users" }
    var log: String { root + "/log" }

    /// The user that a server started by root runs as: whoever owns the data, otherwise the first of these that there is.
    static let accounts = ["postgres", "nobody"]

    /// Where the cluster of this folder, which exists, lies or will lie. Makes nothing.
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
            // Anybody may make folders below /var/tmp.
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

    /// Whether the cluster, where there is one, is the server's user's own: another's could be there to listen to us.
    var ownsData: Bool {
        FileStatus(data).map { $0.owner == account?.user ?? geteuid() } ?? true
    }

    /// Makes the folders. False where a cluster lies elsewhere that the folder has no note of: the folder has been removed since and
    /// is a new one, and so must the cluster be.
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

    /// Notes in the folder where the cluster lies, where that is elsewhere.
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
        // FNV-1a: the same in every run, which Swift's own hash is not.
        let hash = folder.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "/var/tmp/davenport-\(geteuid())-\(String(hash, radix: 36))"
    }
}
