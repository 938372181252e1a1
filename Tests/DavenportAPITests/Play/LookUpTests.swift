import Foundation
import TestSupport
import Testing

/// Runs the program with which `bin/bench play` measures the game.
@Suite("rules 12: looking up words")
struct LookUpTests {
    /// Shows rule 12.7.
    @Test("Looking up words allocates no memory, and the counting program reports if it can't count")
    func allocations() async throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let list = tests.deletingLastPathComponent().appending(path: "words/en.txt").path
        let vectors = tests.appending(path: "Play/play_vectors.json").path
        let outcome = try await Shell.run("play-measure '\(list)' '\(vectors)' 10000")
        #if canImport(Glibc)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.contains("look-up-allocations 0"), "\(outcome.output)")
            #expect(lines.count == 5)
        #else
            #expect(outcome.status != 0 && outcome.errors.contains("Allocations can't be counted here."))
        #endif
    }
}
