import DavenportAPI
import TestSupport
import Testing

@testable import Programs

@Suite("The release that a program belongs to")
struct ReleaseTests {
    /// Shows rule 22.15.
    @Test("Both programs print the version and what they were built from", arguments: ["davenport", "davenport-push"])
    func printed(program: String) async throws {
        let outcome = try await Shell.run("\(program) --version")
        #expect(outcome.status == 0)
        #expect(outcome.output == "\(program) \(Release.current)\n")
        #expect(Release.current.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "\(Release.current.version) is no version.")
    }

    /// Shows rules 10.18 and 10.19.
    @Test("The Swift client is of the same release, and a server understands it")
    func client() {
        #expect(ClientVersion.current.description == Release.current.version)
        #expect(ClientVersion.oldestUnderstood <= ClientVersion.current)
    }

    /// Shows rule 22.15.
    @Test("A program names the commit of the archive that it was built from, and a checkout has none")
    func commit() {
        #expect(Release(version: "1.2.0", commit: "1c95aa88, 2026-11-29").description == "1.2.0 (1c95aa88, 2026-11-29)")
        #expect(Release(version: "1.2.0", commit: "$Format:%h, %cs$").description == "1.2.0 (built in a checkout)")
    }
}
