import Foundation
import TestSupport
import Testing

@Suite("rules 20: no input traps or causes a server error")
struct FuzzTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// Shows rule 20.17.
    @Test("A sample of the fuzzer's inputs, the same in every run, is handled")
    func share() async throws {
        let fuzzer = Fuzzer(seed: 1, journal: try Journal(nil))
        try await fuzzer.parse(0..<200)
        try await fuzzer.ask(0..<200)
    }

    @Test("Inputs for the requested time are handled (bin/check --fuzz)", .enabled(if: environment["FUZZ_SECONDS"] != nil))
    func run() async throws {
        let seconds = try #require(Self.environment["FUZZ_SECONDS"].flatMap { Double($0) })
        let seed: UInt64 = try #require(setting("FUZZ_SEED"))
        let fuzzer = Fuzzer(seed: seed, journal: try Journal(Self.environment["FUZZ_JOURNAL"]), isAlone: true)
        let end = ContinuousClock.now + .seconds(seconds)
        var round = 0
        repeat {
            try await fuzzer.parse(round * 500..<(round + 1) * 500)
            try await fuzzer.ask(round * 400..<(round + 1) * 400)
            round += 1
        } while ContinuousClock.now < end
        let parsed = "\(round * 500) inputs for each of \(Parser.all.count) parsers"
        print("Seed \(seed): \(parsed), \(round * 400) requests (\(fuzzer.tally.text)), \(Self.processorTime) of processor time.")
    }

    private static var processorTime: String {
        // The processor time of this process by the C library.
        "\(Int(Double(clock()) / Double(CLOCKS_PER_SEC))) s"
    }
}
