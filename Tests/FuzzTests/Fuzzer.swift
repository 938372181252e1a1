import DavenportAPI
import Foundation
import Synchronization
import TestSupport

/// Gives every target one input after the other, each made from the run's seed and its number.
struct Fuzzer: Sendable {
    let seed: UInt64
    let journal: Journal
    /// Whether nothing else runs in this process, so that its processor time is what an input takes.
    var isAlone = false
    private let watchdog = Watchdog()
    let tally = Tally()

    /// Inputs of every parser, with these numbers.
    func parse(_ numbers: Range<Int>) async throws {
        for parser in Parser.all {
            for number in numbers { try await attempt(parser.name, number, parser.input(number, seed: seed)) { try await parser.run($0) } }
        }
    }

    /// Requests with these numbers, to a server of their own, and a few that are hardly HTTP.
    func ask(_ numbers: Range<Int>) async throws {
        try await TestServer.with(features: [.watch, .class, .play], trustedProxies: 1) { server in
            let world = try await World(server)
            for number in numbers {
                let template = try RequestMaker.template(number, seed: seed)
                try await attempt("wire", number, template.text) { _ in tally.count(try await WireCheck.send(template, to: world)) }
                if number.isMultiple(of: 8) {
                    try await attempt("framing", number, Framing.input(number, seed: seed)) { try await WireCheck.send(raw: $0, to: world) }
                }
                // So that what is allowed so many times a minute doesn't hide what lies behind it.
                if number.isMultiple(of: 20) { server.clock.advance(by: 61) }
            }
            try await WireCheck.checkHealth(of: world)
        }
    }

    /// In seconds of processor time: some hundred times what a debug build takes, and much less than work that grows with the square.
    private static func most(of input: [UInt8]) -> Double { 0.5 + Double(input.count) * 20e-6 }

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

/// How often which status was answered: whether requests get beyond the door.
final class Tally: Sendable {
    private let counts = Mutex<[Int: Int]>([:])

    func count(_ status: Int) { counts.withLock { $0[status, default: 0] += 1 } }

    /// `200: 17, 404: 3`
    var text: String { counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") } }
}

/// An input that broke something.
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
