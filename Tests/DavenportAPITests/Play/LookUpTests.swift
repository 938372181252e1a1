import Foundation
import TestSupport
import Testing

/// The program by which `bin/bench play` measures the game.
@Suite("rules 12: looking words up")
struct LookUpTests {
    /// Shows rule 12.7.
    @Test("Nothing is asked of memory, however many are looked up; the program that counts says when it can't")
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
