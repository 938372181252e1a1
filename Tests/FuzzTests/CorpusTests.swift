import DavenportAPI
import Foundation
import TestSupport
import Testing

@Suite("Inputs that the fuzzer found once")
struct CorpusTests {
    /// The folder of inputs: `Tests/Fuzz/Corpus/TARGET/NAME`.
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Fuzz/Corpus")

    /// Shows rule 20.17.
    @Test("Parsers handle the inputs that once broke them", arguments: Parser.all.map(\.name))
    func parser(name: String) async throws {
        for parser in Parser.all where parser.name == name {
            for (file, input) in try Self.inputs(name) where !Known.isKnown(name, input) {
                await #expect(throws: Never.self, "\(file)") { try await parser.run(input) }
            }
        }
    }

    /// Shows rule 20.17.
    @Test("The server handles the inputs that once broke it")
    func server() async throws {
        for (file, input) in try Self.inputs("wire") + Self.inputs("framing") {
            let target = file.hasPrefix("framing") ? "framing" : "wire"
            if Known.isKnown(target, input) { continue }
            try await TestServer.with(features: Feature.allCases, trustedProxies: 1) { server in
                let world = try await World(server)
                await #expect(throws: Never.self, "\(file)") {
                    if target == "framing" { return try await WireCheck.send(raw: input, to: world) }
                    try await WireCheck.send(try #require(Template(input)), to: world)
                }
            }
        }
    }

    private static func inputs(_ target: String) throws -> [(file: String, input: [UInt8])] {
        let folder = corpus.appending(path: target)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.sorted().map { ("\(target)/\($0)", [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
    }
}
