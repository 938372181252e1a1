import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import StandIns

/// The default command, which runs the stand-in.
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

    @OptionGroup var options: StandInOptions

    @Option(help: "The most open streams of a connection, once it has sent a valid token.")
    var streams = 1000

    @Flag(help: "Accept tokens of any team, also of those that aren't in teams.json.")
    var anyTeam = false

    @Flag(help: "Don't print the pushes.")
    var quiet = false

    @Flag(help: "End when standard input ends.")
    var withParent = false

    func run() async throws {
        let folder = try options.makeFolder()
        let certificates = try Certificates(in: folder)
        let log = try RequestLog(folder.appending(path: "ledger.jsonl"))
        let tokens = ProviderTokens(teams: Teams(file: folder.appending(path: "teams.json")), takesAnyTeam: anyTeam)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let gateway = try await loop.submit { [streams, quiet] in
            NIOLoopBound(Gateway(streamLimit: streams, tokens: tokens, log: log, printsPushes: !quiet), eventLoop: loop)
        }.get()
        let channel = try await listen(port: options.port, on: loop, Gateway.connecting(to: gateway, certificates))
        listenToInput(gateway)
        try await options.serve(at: "https://127.0.0.1:\(channel.localAddress?.port ?? options.port)")
        try await loop.submit { log.flush() }.get()
    }

    /// Reads commands from standard input on a thread of its own, because reading blocks.
    private func listenToInput(_ gateway: NIOLoopBound<Gateway>) {
        Thread.detachNewThread { [withParent] in
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
            if withParent { kill(getpid(), SIGTERM) }
        }
    }
}
