import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DavenportAPI
@testable import Server

#if canImport(CDispatch)
    import CDispatch
#endif

@Suite("rule 20.27: processing client input takes time in proportion to its length")
struct CostTests {
    /// Shows rule 20.27.
    @Test("Every text of every body, parsed on a thread of its own, takes linear time", .generousTimeLimit)
    func bodies() async throws {
        let probes = try CostProbe.all().filter { if case .body = $0.place { true } else { false } }
        #expect(probes.count > 100)
        let shortest = 4000
        for probe in probes {
            for (name, unit) in WorstTexts.units {
                let bodies = try (1...2).map { try probe.body(WorstTexts.text(unit, bytes: shortest * $0)) }
                let cost = await Self.repeated {
                    await CostComparison(rounds: $0, noise: 0.0005) { size in
                        let start = Self.time(CLOCK_THREAD_CPUTIME_ID)
                        Self.read(bodies[size - 1], of: probe.endpoint)
                        return Self.time(CLOCK_THREAD_CPUTIME_ID) - start
                    }
                }
                #expect(cost.isLinear, "\(probe.name), \(name): \(cost.text)")
            }
        }
    }

    /// Shows rule 20.27.
    @Test(
        "Every text field, header and query parameter of the document, over HTTP, takes linear time (bin/check --cost)",
        .enabled(if: isAlone))
    func requests() async throws {
        let probes = try CostProbe.all()
        try await TestServer.with(features: Feature.allCases, trustedProxies: 1) { server in
            let world = try await World(server)
            for probe in probes {
                for (name, unit) in WorstTexts.units {
                    let cost = try await Self.cost(of: probe, unit, world)
                    #expect(cost.isLinear, "\(probe.name), \(name): \(cost.text)")
                    server.clock.advance(by: 61)
                }
            }
        }
        print("\(probes.count) places, \(WorstTexts.units.count) kinds of text each.")
    }

    /// Shows rules 17.20 and 20.27.
    @Test("Every file of subtitles takes linear time", .generousTimeLimit)
    func subtitles() async {
        let units =
            WorstTexts.units.map(\.unit) + [
                "<", "<a", "<a>", "{\\", "&amp;", "-", "-->", "\n", "\r", "00:00:01,000 --> ", "1\n00:00:01,000 --> 00:00:02,000\n", "ä",
                "WEBVTT\n\n",
                "1\n00:00:01,000 --> 00:00:02,000\na\n\n",
            ]
        for head in ["", "1\n00:00:01,000 --> 00:00:02,000\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n"] {
            for unit in units {
                let files = (1...2).map { Array((head + WorstTexts.text(unit, bytes: 20_000 * $0)).utf8) }
                let cost = await Self.repeated {
                    await CostComparison(rounds: $0, noise: 0.002) { size in
                        let start = Self.time(CLOCK_THREAD_CPUTIME_ID)
                        _ = try? SubtitleParser.cues(in: files[size - 1], skippingFaults: true)
                        return Self.time(CLOCK_THREAD_CPUTIME_ID) - start
                    }
                }
                #expect(cost.isLinear, "\(head.debugDescription) and \(unit.debugDescription): \(cost.text)")
            }
        }
    }

    /// Shows rule 24.21.
    @Test("A text is compared with forty times as many words in the same time", .generousTimeLimit)
    func words() async {
        let text = String(repeating: "\u{FDFA}", count: 1000)
        // What these words begin with stands everywhere in the text, and none of them ends there.
        let lists = [10, 400].map { count in (0..<count).map { String(repeating: "\u{FDFA}", count: 2) + "\($0)" } }
        let matchers = lists.map { WordMatcher($0) }
        await Self.expectEqualCost("words") { _ = matchers[$0].matches(text) }
        let finders = [10, 400].map { count in
            MentionFinder(members: Dictionary(uniqueKeysWithValues: (0..<count).map { (UUID(), "a\($0)") }))
        }
        await Self.expectEqualCost("names") { _ = finders[$0].mentions(in: String(repeating: " @a", count: 1000)) }
    }

    /// Shows rule 24.20.
    @Test("A list of twice as many words takes twice the time to read and to prepare", .generousTimeLimit)
    func wordLists() async {
        let bodies = [250, 500].map { count in (0..<count).map { "\u{FDFA}\u{FDFA}wörd \($0)" } }.map { words in
            Array((["words": .list(words.map { .string($0) }), "action": "refuse"] as JSONValue).description.utf8)
        }
        let cost = await Self.repeated {
            await CostComparison(rounds: $0, noise: 0.002) { size in
                let start = Self.time(CLOCK_THREAD_CPUTIME_ID)
                Self.read(bodies[size - 1], of: Endpoints.changeFilter)
                return Self.time(CLOCK_THREAD_CPUTIME_ID) - start
            }
        }
        #expect(cost.isLinear, "\(cost.text)")
    }

    /// Expects that work with a long list takes no more than two and a half times the time of work with a short one.
    private static func expectEqualCost(_ what: String, _ work: (Int) -> Void) async {
        let cost = await repeated {
            await CostComparison(rounds: $0, noise: 0.002) { size in
                let start = time(CLOCK_THREAD_CPUTIME_ID)
                work(size - 1)
                return time(CLOCK_THREAD_CPUTIME_ID) - start
            }
        }
        #expect(cost.isLinear, "\(what): \(cost.text)")
    }

    private static func cost(of probe: CostProbe, _ unit: String, _ world: World) async throws -> CostComparison {
        let wires = try (1...2).map { try probe.template(WorstTexts.text(unit, bytes: probe.room / 2 * $0)).filled(world).wire }
        return try await repeated {
            try await CostComparison(rounds: $0, noise: 0.002) { size in
                let start = time(CLOCK_PROCESS_CPUTIME_ID)
                _ = try await Connection.exchange(wires[size - 1], port: world.server.port)
                return time(CLOCK_PROCESS_CPUTIME_ID) - start
            }
        }
    }

    private static let isAlone = ProcessInfo.processInfo.environment["COST_ALONE"] != nil

    /// Runs a few rounds, and more if the first ones look non-linear, because other processes may have interfered.
    private static func repeated(_ compare: (Int) async throws -> CostComparison) async rethrows -> CostComparison {
        var cost = try await compare(2)
        for rounds in [6, 20, 60] where !cost.isLinear { cost = try await compare(rounds) }
        return cost
    }

    /// Parses a body as `RequestReader` does.
    private static func read(_ body: [UInt8], of endpoint: some EndpointDeclaration) {
        let path = Dictionary(endpoint.pathParameters.map { ($0, "01a1fcfb-1172-778e-8c3f-4f8d0669bedb") }) { $1 }
        guard let object = try? RequestReader.object(in: body) else { return }
        var fields = Fields(path: path, query: [:], body: object)
        _ = endpoint.input.init(&fields)
    }

    /// Returns the processor time of this thread or process, in seconds.
    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
