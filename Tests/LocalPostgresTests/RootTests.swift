import Foundation
import TestSupport
import Testing

@testable import LocalPostgres

/// Programs that run as root behave differently. Run as root, these tests check both behaviours.
@Suite(.enabled(if: geteuid() == 0), .blocking) struct RootTests {
    @Test("Without a user postgres, the server runs as nobody")
    func nobody() async throws {
        let scratch = try Scratch()
        let postgres = try await LocalPostgres.start(in: scratch.folder, durable: false, accounts: ["no such user", "nobody"]) { _ in }
        #expect(try await postgres.ask("SELECT 1") == "1")
        let nobody = try #require(ServerAccount.first(of: ["nobody"]))
        #expect(FileStatus(scratch.folder + "/data")?.owner == nobody.user)
        await postgres.stop()
        // A cluster created by one user stays with that user.
        await (try await start(scratch.folder)).stop()
        #expect(FileStatus(scratch.folder + "/data")?.owner == nobody.user)
    }

    @Test("Another user runs it as themselves and root can join, but that user can't take over root's cluster")
    func otherUser() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        let nobody = try #require(ServerAccount.first(of: ["nobody"]))
        try makePrivateFolder(folder, permissions: 0o755, owner: nobody)
        await #expect(processExitsWith: .success) {
            [folder = folder as String, user = nobody.user as uid_t, group = nobody.group as gid_t] in
            #expect(setgroups(0, nil) == 0 && setgid(group) == 0 && setuid(user) == 0)
            let postgres = try await start(folder)
            #expect(try await postgres.ask("SELECT 1") == "1")
            #expect(FileStatus(folder + "/data")?.owner == user)
            await postgres.stop()
        }
        let postgres = try await start(folder)
        #expect(try await postgres.ask("SELECT 1") == "1")
        #expect(FileStatus("/proc/\(try ClusterPaths(folder: folder).server)")?.owner == nobody.user)
        await postgres.stop()

        let roots = try Scratch()
        let folderOfRoot = roots.folder
        await (try await start(folderOfRoot)).stop()
        await #expect(processExitsWith: .success) {
            [folder = folderOfRoot as String, user = nobody.user as uid_t, group = nobody.group as gid_t] in
            #expect(setgroups(0, nil) == 0 && setgid(group) == 0 && setuid(user) == 0)
            await #expect(throws: LocalPostgresError.self) { try await start(folder) }
            #expect(LocalPostgres.running(in: folder) == nil)
        }
    }
}
