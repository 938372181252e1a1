import Foundation
import Testing

@testable import LocalPostgres

@Suite struct BinariesTests {
    let scratch = "/tmp/davenport-test-\(UUID().uuidString.prefix(8))"

    /// Makes a folder of programs that report this version.
    private func install(_ version: String, in folder: String, programs: String = "initdb postgres pg_ctl") async throws -> String {
        // Another process writes the file, because a file that this process or a child of a concurrent test has open
        // can't be executed.
        let script = """
            mkdir -p "$1" && cd "$1"
            for program in $2; do
                printf '#!/bin/sh\\necho "postgres (PostgreSQL) %s (Debian)"\\n' "$3" > "$program" && chmod 755 "$program"
            done
            """
        let path = scratch + folder
        #expect(try await Command(arguments: ["/bin/sh", "-ec", script, "install", path, programs, version]).run() == 0)
        return path
    }

    @Test("The first complete and recent version in PATH is used, otherwise the newest package by number")
    func order() async throws {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let old = try await install("14.9", in: "/old")
        let partial = try await install("17.0", in: "/partial", programs: "postgres")
        let good = try await install("15.2", in: "/good")
        _ = try await install("9.6.1", in: "/packages/9.6/bin")
        _ = try await install("9.0", in: "/packages/9/bin")
        let seventeen = try await install("17.1", in: "/packages/17/bin")
        let homebrew = try await install("18beta1", in: "/homebrew/postgresql@18/bin")
        let packages = [scratch + "/packages", scratch + "/nowhere", scratch + "/homebrew"]

        #expect(try await Binaries.find(for: nil, in: [old, partial, good], packages) == Binaries(folder: good, version: 15))
        #expect(try await Binaries.find(for: nil, in: [old, partial], packages) == Binaries(folder: seventeen, version: 17))
        #expect(try await Binaries.find(for: 18, in: [good], packages) == Binaries(folder: homebrew, version: 18))
        #expect(try await Binaries.find(for: 16, in: [good], packages) == nil)
        #expect(try await Binaries.find(for: 14, in: [old], []) == nil)
        #expect(try await Binaries.find(for: nil, in: [], []) == nil)
    }
}
