import Foundation
import Testing

@testable import LocalPostgres

@Suite struct BinariesTests {
    let scratch = "/tmp/davenport-test-\(UUID().uuidString.prefix(8))"

    /// A folder of programs that say they are of this version.
    private func install(_ version: String, in folder: String, programs: [String] = ["initdb", "postgres", "pg_ctl"]) throws -> String {
        let path = scratch + folder
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for program in programs {
            let script = Data("#!/bin/sh\necho 'postgres (PostgreSQL) \(version) (Debian)'\n".utf8)
            #expect(FileManager.default.createFile(atPath: "\(path)/\(program)", contents: script, attributes: [.posixPermissions: 0o755]))
        }
        return path
    }

    @Test("The first in PATH that is whole and new enough; otherwise the newest package, counted as numbers")
    func order() async throws {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let old = try install("14.9", in: "/old")
        let partial = try install("17.0", in: "/partial", programs: ["postgres"])
        let good = try install("15.2", in: "/good")
        _ = try install("9.6.1", in: "/packages/9.6/bin")
        _ = try install("9.0", in: "/packages/9/bin")
        let seventeen = try install("17.1", in: "/packages/17/bin")
        let homebrew = try install("18beta1", in: "/homebrew/postgresql@18/bin")
        let packages = [scratch + "/packages", scratch + "/nowhere", scratch + "/homebrew"]

        #expect(try await Binaries.find(for: nil, in: [old, partial, good], packages) == Binaries(folder: good, version: 15))
        #expect(try await Binaries.find(for: nil, in: [old, partial], packages) == Binaries(folder: seventeen, version: 17))
        #expect(try await Binaries.find(for: 18, in: [good], packages) == Binaries(folder: homebrew, version: 18))
        #expect(try await Binaries.find(for: 16, in: [good], packages) == nil)
        #expect(try await Binaries.find(for: 14, in: [old], []) == nil)
        #expect(try await Binaries.find(for: nil, in: [], []) == nil)
    }

    @Test("This machine has one")
    func real() async throws {
        let found = try #require(try await Binaries.find(for: nil))
        #expect(found.version >= 15)
    }
}
