import Foundation

/// Something that reads what others send, to be given whatever they might.
struct Parser: Sendable {
    let name: String
    /// What it reads; the inputs are made from these.
    let examples: [[UInt8]]
    /// What means something in its format.
    let words: [String]
    /// Reads an input and checks what must hold of what was read.
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

    /// The input of a number: an example as it is or, mostly, with some changes.
    func input(_ index: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed, name, index)
        var input = random.one(of: examples, or: [])
        for _ in 0..<random.small(upTo: 8) { input.mutate(&random, words: words, others: examples) }
        return input
    }

    /// All of them.
    static let all: [Parser] = [times, texts, secrets, signedPayloads, domain, catalogue, edge, postgres, settings, apple, frames, client]
        .flatMap { $0 }
}

/// A promise that an input has broken.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws unless it holds.
func require(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    if !holds { throw Broken(promise()) }
}
