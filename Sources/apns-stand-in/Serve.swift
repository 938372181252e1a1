import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import UnixSignals

/// The default command: runs the stand-in.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stands in for Apple's push service on this machine: speaks its protocol, enforces its rules, prints pushes.",
        discussion: """
            It listens on 127.0.0.1, prints its URL, and keeps in its folder:
              ca.pem         the certificate that clients must trust
              url            its URL
              teams.json     the teams that it accepts: [{"team": …, "key": …, "publicKey": "-----BEGIN PUBLIC KEY-----…"}]
              ledger.jsonl   a line for each request
            Lines of JSON on its standard input change its behaviour:
              {"rule": {"action": "answer", "device": "abcd", "status": 410, "reason": "Unregistered", "timestamp": 1763700000000}}
              {"rule": {"action": "silence", "times": 1}}       also cut, goaway and refuse
              {"rule": {"action": "answer", "status": 429, "reason": "TooManyRequests", "probability": 0.1, "delay": 0.5}}
              {"streams": 1}   {"now": "goaway"}   {"now": "cut"}   {"clear": true}
            """)

    @Option(help: "The port; 0 for any free one.")
    var port = 0

    @Option(help: "The folder for its certificates and the ledger. Made if it doesn't exist.")
    var state: String

    @Option(help: "The most open streams of a connection, once it has sent a valid token.")
    var streams = 1000

    @Flag(help: "Accept tokens of any team, also of those that aren't in teams.json.")
    var anyTeam = false

    @Flag(help: "Don't print the pushes.")
    var quiet = false

    @Flag(help: "End when standard input ends.")
    var withParent = false

    func run() async throws {
        let folder = URL(filePath: state, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificates = try Certificates(in: folder)
        let ledger = try Ledger(folder.appending(path: "ledger.jsonl"))
        let tokens = ProviderTokens(teams: Teams(file: folder.appending(path: "teams.json")), takesAnyTeam: anyTeam)
        let gateway = try await makeGateway(tokens, ledger)
        let (endings, end) = AsyncStream.makeStream(of: Void.self)
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        Task { for await _ in signals { end.yield() } }
        let channel = try await Gateway.listen(gateway, port: port, certificates: certificates)
        let url = "https://127.0.0.1:\(channel.localAddress?.port ?? port)"
        try Data("\(url)\n".utf8).write(to: folder.appending(path: "url"), options: .atomic)
        say(url)
        listenToInput(gateway, whenItEnds: { [withParent] in if withParent { end.yield() } })
        for await _ in endings { break }
        try await gateway.eventLoop.submit { try gateway.value.flush() }.get()
    }

    private func makeGateway(_ tokens: ProviderTokens, _ ledger: Ledger) async throws -> NIOLoopBound<Gateway> {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        return try await loop.submit { [streams, quiet] in
            let print: ((String) -> Void)? = quiet ? nil : { say($0) }
            return NIOLoopBound(Gateway(loop: loop, streamLimit: streams, tokens: tokens, ledger: ledger, print: print), eventLoop: loop)
        }.get()
    }

    /// Reads standard input on a thread of its own, since reading blocks.
    private func listenToInput(_ gateway: NIOLoopBound<Gateway>, whenItEnds end: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            while let line = readLine() {
                gateway.eventLoop.execute {
                    do {
                        gateway.value.obey(try Control(line))
                        say("ok")
                    } catch {
                        say("not understood: \(error)")
                    }
                }
            }
            end()
        }
    }
}

/// Prints a line and flushes it at once. A closed output doesn't end the program.
@Sendable func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}
