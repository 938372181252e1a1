import DavenportAPI
import Foundation
import Synchronization
import TestSupport

/// Sends inputs to every target, one after another. The run's seed and the input's number determine each input.
struct Fuzzer: Sendable {
    let seed: UInt64
    let journal: Journal
    /// Whether nothing else runs in this process. Then its processor time is that of the input.
    var isAlone = false
    private let watchdog = Watchdog()
    let tally = Tally()

    /// Runs every parser on the inputs with these numbers.
    func parse(_ numbers: Range<Int>) async throws {
        for parser in Parser.all {
            for number in numbers { try await attempt(parser.name, number, parser.input(number, seed: seed)) { try await parser.run($0) } }
        }
    }

    /// Sends the requests with these numbers to a separate server, and some malformed HTTP.
    func ask(_ numbers: Range<Int>) async throws {
        try await TestServer.with(features: Feature.allCases, trustedProxies: 1) { server in
            let world = try await World(server)
            for number in numbers {
                let template = try RequestMaker.template(number, seed: seed)
                try await attempt("wire", number, template.text) { _ in tally.count(try await WireCheck.send(template, to: world)) }
                if number.isMultiple(of: 8) {
                    try await attempt("framing", number, Framing.input(number, seed: seed)) { try await WireCheck.send(raw: $0, to: world) }
                }
                // Resets the rate limits per minute. Otherwise requests would be refused before they reach the code
                // behind the limits.
                if number.isMultiple(of: 20) { server.clock.advance(by: 61) }
            }
            try await WireCheck.checkHealth(of: world)
        }
    }

    /// Returns the limit in seconds of processor time: four times what the slowest parser takes in a debug build on a busy machine,
    /// 26 µs a byte, and much less than quadratic work takes.
    private static func most(of input: [UInt8]) -> Double { 0.5 + Double(input.count) * 100e-6 }

    private func attempt(_ target: String, _ number: Int, _ input: [UInt8], _ run: ([UInt8]) async throws -> Void) async throws {
        if Known.isKnown(target, input) { return }
        journal.begin(target, number, input)
        do {
            let start = clock()
            try await run(input)
            let took = Double(clock() - start) / Double(CLOCKS_PER_SEC)
            try require(!isAlone || took <= Self.most(of: input), "reading \(input.count) bytes took \(took) s of processor time")
        } catch {
            throw Finding(target: target, number: number, seed: seed, input: input, cause: error)
        }
        watchdog.move()
    }
}

/// Counts the answers' statuses, which show whether requests pass authentication.
final class Tally: Sendable {
    private let counts = Mutex<[Int: Int]>([:])

    func count(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }

    /// In the form `200: 17, 404: 3`.
    var text: String { counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") } }
}

/// An input with a fault.
struct Finding: Error, CustomStringConvertible {
    let target: String
    let number: Int
    let seed: UInt64
    let input: [UInt8]
    let cause: any Error

    var description: String {
        """
        \(target), input \(number) of seed \(seed): \(cause)
        \(String(decoding: input.prefix(2000), as: UTF8.self).debugDescription)
        """
    }
}
