import ArgumentParser
import Foundation
import Logging
import NIOPosix
import Push
import Secrets

/// Measures how many pushes a second the push worker's client can send to a stand-in, for `bin/bench push`.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Push to a running stand-in over one connection, as fast as it goes, and print how fast that was.", shouldDisplay: false)

    @Option(help: "The folder of the stand-in.")
    var state: String

    @Option(help: "The duration in seconds.")
    var seconds = 5

    /// The number of pushes in flight at once, and the length of each payload in bytes.
    private static let (concurrency, size) = (1000, 1024)

    func run() async throws {
        let folder = URL(filePath: state, directoryHint: .isDirectory)
        let url = try String(contentsOf: folder.appending(path: "url"), encoding: .utf8).trimmingCharacters(in: .newlines)
        let token = ProviderToken(
            key: SigningKey.generate().key, teamID: "MEASURE\(Int.random(in: 100...999))", keyID: "K", issuedAt: Date())
        let client = APNsClient(
            url: url, caFile: folder.appending(path: "ca.pem").path, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "measure") { _ in SwiftLogNoOpLogHandler() })
        guard try await send(1, over: client, token.text) == 1 else {
            throw ValidationError("The stand-in takes no pushes: start it with --any-team.")
        }
        let start = ContinuousClock.now
        let taken = try await send(Self.concurrency, over: client, token.text, until: start + .seconds(seconds))
        let duration = start.duration(to: .now) / .seconds(1)
        print("\(Int(Double(taken) / duration)) pushes/s, \(client.connectionsOpened) connection")
        await client.close(grace: .seconds(1))
    }

    /// Sends pushes from several tasks at once. Each task sends one push after another until the instant `end`. By
    /// default, that is now, so each task sends one push.
    /// - Returns: the number of accepted pushes.
    /// - Throws: an error if a push was refused.
    private func send(_ tasks: Int, over client: APNsClient, _ token: String, until end: ContinuousClock.Instant = .now) async throws -> Int
    {
        let payload = [UInt8](repeating: UInt8(ascii: "x"), count: Self.size)
        return try await withThrowingTaskGroup { group in
            for number in 0..<tasks {
                group.addTask {
                    // Made outside of the loop: making ids costs more than one would expect.
                    let id = UUID()
                    let device = String(number + 0x1000_0000, radix: 16).padding(toLength: 64, withPad: "ab", startingAt: 0)
                    var taken = 0
                    repeat {
                        let request = APNsRequest(
                            id: id, deviceToken: device, topic: "app.davenport", expiration: Date(timeIntervalSince1970: 2e9),
                            collapseID: "0123456789abcdef0123456789abcdef", payload: payload)
                        let result = await client.send(request, providerToken: token, startBy: .now + .seconds(10))
                        guard result == .answered(APNsAnswer(status: 200)) else { throw ValidationError("A push was not taken: \(result)") }
                        taken += 1
                    } while ContinuousClock.now < end
                    return taken
                }
            }
            return try await group.reduce(0, +)
        }
    }
}
