import Foundation
import Testing

@testable import LocalPostgres

@Suite struct ClusterPathsTests {
    @Test("A socket's path is limited by the system's maximum and by libpq's comma")
    func socketPaths() {
        let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 - "/.s.PGSQL.5432".utf8.count
        #expect(UnixSocket.fits(String(repeating: "a", count: limit)))
        #expect(!UnixSocket.fits(String(repeating: "a", count: limit + 1)))
        #expect(!UnixSocket.fits(String(repeating: "ä", count: limit / 2 + 1)))
        #expect(!UnixSocket.fits("/a,b"))
        #expect(!UnixSocket.accepts(in: "/no/such/folder"))
        #expect(!UnixSocket.accepts(in: String(repeating: "a", count: 1000)))
    }

    @Test("The user's own folder is used, and one of another user or open to others is refused")
    func privateFolders() throws {
        let scratch = try Scratch()
        for _ in 1...2 { try makePrivateFolder(scratch.folder, permissions: 0o700) }
        #expect(FileStatus(scratch.folder)?.permissions == 0o700)
        chmod(scratch.folder, 0o770)
        #expect(throws: LocalPostgresError.foreign(scratch.folder)) { try makePrivateFolder(scratch.folder, permissions: 0o700) }

        let link = scratch.folder + "-link"
        #expect(symlink("/tmp", link) == 0)
        #expect(throws: LocalPostgresError.self) { try makePrivateFolder(link, permissions: 0o700) }
        #expect(throws: LocalPostgresError.self) { try makePrivateFolder(scratch.folder + "/no/such", permissions: 0o700) }
    }

    @Test("A folder is reachable only if every folder above it can be entered", .enabled(if: geteuid() == 0))
    func reach() throws {
        let nobody = try #require(ServerAccount.first(of: ["nobody"]))
        let scratch = try Scratch("a/b/c")
        try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
        #expect(nobody.canReach(scratch.folder))
        let above = (scratch.folder as NSString).deletingLastPathComponent
        chmod(above, 0o700)
        #expect(!nobody.canReach(scratch.folder))
        chmod(above, 0o701)
        #expect(nobody.canReach(scratch.folder))
        // The folder's owner and group have only their own permissions, even if others have more.
        chown(above, nobody.user, nobody.group)
        #expect(!ServerAccount(user: 1, group: nobody.group).canReach(scratch.folder))
        #expect(nobody.canReach(scratch.folder))
        #expect(!nobody.canReach(scratch.folder + "/missing"))
    }

    @Test("A long path moves the socket alone, always to the same place for the same folder")
    func longPath() throws {
        let scratch = try Scratch(String(repeating: "x", count: 120))
        try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
        let place = try ClusterPaths(folder: scratch.folder)
        #expect(place.root == place.folder)
        #expect(place.socket.hasPrefix("/var/tmp/davenport-"))
        #expect(try ClusterPaths(folder: scratch.folder + "/../" + (scratch.folder as NSString).lastPathComponent).socket == place.socket)
        #expect(try ClusterPaths(folder: (scratch.folder as NSString).deletingLastPathComponent).socket != place.socket)
    }

    @Test("If the server can't enter the folder, data and socket lie elsewhere, recorded in the folder", .enabled(if: geteuid() == 0))
    func unreachable() throws {
        let scratch = try Scratch("closed/cluster")
        try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
        chmod((scratch.folder as NSString).deletingLastPathComponent, 0o700)
        let place = try ClusterPaths(folder: scratch.folder)
        #expect(place.root.hasPrefix("/var/tmp/davenport-0-"))
        #expect(place.socket == place.root + "/socket")
        #expect(try place.prepare())
        try place.leaveNote()
        #expect(FileStatus(place.root)?.permissions == 0o711)
        #expect(FileStatus(place.socket)?.permissions == 0o700)
        #expect(FileStatus(place.socket)?.owner == place.account?.user)
        // Once the location is recorded, it stays, even if the server could enter the folder now.
        chmod((scratch.folder as NSString).deletingLastPathComponent, 0o755)
        #expect(try ClusterPaths(folder: scratch.folder).root == place.root)
    }

    @Test("A folder that another user has planted there is refused", .enabled(if: geteuid() == 0))
    func planted() throws {
        let scratch = try Scratch("closed/cluster")
        try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
        chmod((scratch.folder as NSString).deletingLastPathComponent, 0o700)
        let nobody = try #require(ServerAccount.first(of: ["nobody"]))
        let elsewhere = try ClusterPaths(folder: scratch.folder).root
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        try makePrivateFolder(elsewhere, permissions: 0o711)
        try makePrivateFolder(elsewhere + "/data", permissions: 0o700, owner: nobody)
        chown(elsewhere, nobody.user, nobody.group)
        let place = try ClusterPaths(folder: scratch.folder)
        #expect(place.account == ServerAccount.first(of: ClusterPaths.accounts))
        #expect(throws: LocalPostgresError.foreign(elsewhere)) { try place.prepare() }
    }

    @Test("A folder that doesn't exist is no place, and nothing runs in it")
    func missing() {
        #expect(throws: LocalPostgresError.self) { try ClusterPaths(folder: "/no/such/folder") }
        #expect(LocalPostgres.running(in: "/no/such/folder") == nil)
    }

    @Test("Root without another user to run the server as gets an error that says so", .enabled(if: geteuid() == 0))
    func noAccount() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
        #expect(throws: LocalPostgresError.noAccount("there is no user nemo or outis")) {
            try ClusterPaths(folder: scratch.folder, accounts: ["nemo", "outis"])
        }
    }
}
