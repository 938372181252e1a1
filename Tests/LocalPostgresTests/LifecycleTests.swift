import Foundation
import Testing

@testable import LocalPostgres

@Suite struct LifecycleTests {
    @Test("The first start creates the cluster, a later one finds the data, and in between nothing runs")
    func startAndStop() async throws {
        let scratch = try Scratch()
        #expect(LocalPostgres.running(in: scratch.folder) == nil)
        let first = try await start(scratch.folder, durable: true)
        let place = try ClusterPaths(folder: scratch.folder)
        #expect(try await first.ask("SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user") == "davenport_owner|t")
        let database = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = current_database()"
        #expect(try await first.ask(database) == "UTF8|C.UTF-8|C.UTF-8")
        #expect(try await first.ask("SHOW listen_addresses").isEmpty)
        #expect(try await first.ask("SHOW fsync") == "on")
        _ = try await first.ask("CREATE TABLE kept AS SELECT 7 AS number")
        await first.stop()
        #expect(PostmasterFile(data: place.data) == nil)
        #expect(LocalPostgres.running(in: scratch.folder) == nil)

        let second = try await start(scratch.folder)
        #expect(try await second.ask("SELECT number FROM kept") == "7")
        #expect(try await second.ask("SHOW fsync") == "off")
        await second.stop()
        await second.stop()
    }

    @Test("Any folder name works: blanks, quotes, percent signs, other alphabets")
    func oddFolder() async throws {
        let scratch = try Scratch("a b\"c'd%20 é@?:#")
        let postgres = try await start(scratch.folder)
        #expect(try await postgres.ask("SELECT 1") == "1")
        #expect(postgres.uri(user: "a/b", database: "c d").hasSuffix("%20%C3%A9%40%3F%3A%23%2Fsocket/c%20d"))
        #expect(postgres.uri(user: "a/b").hasPrefix("postgresql://a%2Fb@%2Ftmp%2F"))
        await postgres.stop()
    }

    @Test("Concurrent starts use one server, and the last stop stops it")
    func together() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        async let one = start(folder)
        async let two = start(folder)
        async let three = start(folder)
        let users = try await [one, two, three]
        let place = try ClusterPaths(folder: folder)
        let server = try place.server
        for user in users {
            #expect(try place.server == server)
            #expect(try await user.ask("SELECT 1") == "1")
            #expect(LocalPostgres.running(in: folder)?.uri() == user.uri())
            await user.stop()
        }
        #expect(!isAlive(server))
        #expect(PostmasterFile(data: place.data) == nil)
    }

    @Test("Only the server's user and root can access data and socket, and the server has a session of its own")
    func closed() async throws {
        let scratch = try Scratch()
        let postgres = try await start(scratch.folder)
        let place = try ClusterPaths(folder: scratch.folder)
        let owner = place.account?.user ?? geteuid()
        for folder in [place.data, place.socket] {
            #expect(FileStatus(folder)?.permissions == 0o700)
            #expect(FileStatus(folder)?.owner == owner)
        }
        #expect(FileStatus(place.socket + "/.s.PGSQL.5432")?.permissions == 0o700)
        #expect(FileStatus(place.log)?.permissions == 0o600)
        #expect(FileStatus(place.users)?.permissions == 0o600)
        #expect(getsid(try place.server) != getsid(0))
        #expect(FileStatus("/proc/\(try place.server)")?.owner == owner)
        await postgres.stop()
    }

    @Test("A user that needs durability doesn't join a server without it")
    func durability() async throws {
        let scratch = try Scratch()
        let postgres = try await start(scratch.folder)
        let place = try ClusterPaths(folder: scratch.folder)
        await #expect(throws: LocalPostgresError.notDurable(folder: place.folder)) { try await start(scratch.folder, durable: true) }
        #expect(try await postgres.ask("SELECT 1") == "1")
        await postgres.stop()
    }

    @Test("Stopping works in a cancelled task, and a cancelled start leaves nothing behind")
    func cancelled() async throws {
        let scratch = try Scratch()
        let postgres = try await start(scratch.folder)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await postgres.stop()
            await #expect(throws: CancellationError.self) { _ = try await start(scratch.folder) }
        }.value
        // The cancelled server may accept connections for a busyGrace, until its keeper process stops it.
        try await ClusterPaths(folder: scratch.folder).waitUntilStopped()
        #expect(LocalPostgres.running(in: scratch.folder) == nil)
    }

    @Test("A failed start reports one sentence and the server's own message")
    func failures() async throws {
        let scratch = try Scratch()
        await (try await start(scratch.folder)).stop()
        let place = try ClusterPaths(folder: scratch.folder)
        try "nonsense = 1\n".write(toFile: place.data + "/postgresql.conf", atomically: false, encoding: .utf8)
        let error = await #expect(throws: LocalPostgresError.self) { try await start(scratch.folder) }
        let description = try #require(error).description
        #expect(description.hasPrefix("PostgreSQL did not start; its last words:\n"))
        #expect(description.contains("unrecognized configuration parameter \"nonsense\""))

        try "14\n".write(toFile: place.data + "/PG_VERSION", atomically: false, encoding: .utf8)
        await #expect(throws: LocalPostgresError.versionNotInstalled(14, folder: place.folder)) { try await start(scratch.folder) }

        let file = scratch.folder + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        await #expect(throws: LocalPostgresError.self) { try await start(file) }
        await #expect(throws: LocalPostgresError.self) { try await start(file + "/below") }
    }
}
