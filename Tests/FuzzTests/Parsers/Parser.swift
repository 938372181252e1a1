import Foundation

/// A parser of untrusted input, which gets arbitrary inputs.
struct Parser: Sendable {
    let name: String
    /// Valid inputs. The other inputs are mutations of these.
    let examples: [[UInt8]]
    /// Tokens of the input's format.
    let words: [String]
    /// Parses an input, and checks the result.
    let run: @Sendable ([UInt8]) async throws -> Void

    init(_ name: String, _ examples: [String], words: [String] = [], _ run: @escaping @Sendable (String) throws -> Void) {
        self.init(name, bytes: examples.map { Array($0.utf8) }, words: words) { try run(String(decoding: $0, as: UTF8.self)) }
    }

    init(_ name: String, bytes examples: [[UInt8]], words: [String] = [], _ run: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.init(name, bytes: examples, words: words, run: { try run($0) })
    }

    init(_ name: String, bytes examples: [[UInt8]], words: [String], run: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.name = name
        self.examples = examples
        self.words = words
        self.run = run
    }

    /// Returns the input with this number: an example, usually with some changes.
    func input(_ index: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed, name, index)
        var input = random.one(of: examples, or: [])
        for _ in 0..<random.small(upTo: 8) { input.mutate(&random, words: words, others: examples) }
        return input
    }

    /// All parsers.
    static let all: [Parser] = [
        times, texts, secrets, signedPayloads, webAuthn, domain, catalogue, edge, postgres, settings, mail, apple, frames, client,
    ]
    .flatMap { $0 }
}

/// The error of an input that breaks a requirement.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless the condition holds.
func require(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    if !holds { throw Broken(promise()) }
}
