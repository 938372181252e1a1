import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import StandIns

/// The default command, which runs the stand-in.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stands in for the push services of Apple, browsers and Android: speaks their protocols, and prints pushes.",
        discussion: """
            It listens on 127.0.0.1, prints its URL, and keeps in its folder:
              ca.pem         the certificate that clients must trust
              url            its URL for pushes to Apple's devices
              web-url        its URL for pushes to browsers. POST /subscriptions?key=… there hands out a subscription. It takes
                             pushes to Android too, if a service account's token_uri is this URL and /token
              teams.json     the teams that it accepts: [{"team": …, "key": …, "publicKey": "-----BEGIN PUBLIC KEY-----…"}]
              ledger.jsonl   a line for each request to Apple, browsers.jsonl one for each message to a browser
              android.jsonl  a line for each request to Google, with its access token or its push
            Lines of JSON on its standard input change its behaviour:
              {"rule": {"action": "answer", "device": "abcd", "status": 410, "reason": "Unregistered", "timestamp": 1763700000000}}
              {"rule": {"action": "silence", "times": 1}}       also cut, goaway and refuse
              {"rule": {"action": "answer", "status": 429, "reason": "TooManyRequests", "probability": 0.1, "delay": 0.5}}
              {"rule": {"action": "answer", "service": "browsers", "status": 201, "size": 10000000000}}
              {"streams": 1}   {"now": "goaway"}   {"now": "cut"}   {"clear": true}
            """)

    @OptionGroup var options: StandInOptions

    @Option(help: "The most open streams of a connection, once it has sent a valid token.")
    var streams = 1000

    @Option(help: "The port for pushes to browsers; 0 for any free one.")
    var webPort = 0

    @Flag(help: "Accept tokens of any team, also of those that aren't in teams.json, and subscriptions that weren't handed out.")
    var anyTeam = false

    @Flag(help: "Don't print the pushes.")
    var quiet = false

    @Flag(help: "End when standard input ends.")
    var withParent = false

    func run() async throws {
        let folder = try options.makeFolder()
        let certificates = try Certificates(in: folder)
        let log = try RequestLog(folder.appending(path: "ledger.jsonl"))
        let tokens = ProviderTokens(teams: folder.appending(path: "teams.json"), takesAnyTeam: anyTeam)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let gateway = try await loop.submit { [streams, quiet] in
            NIOLoopBound(Gateway(streamLimit: streams, tokens: tokens, log: log, printsPushes: !quiet), eventLoop: loop)
        }.get()
        let channel = try await listen(port: options.port, on: loop, Gateway.connecting(to: gateway, certificates))
        try await serveBrowsers(gateway, loop, certificates, in: folder)
        listenToInput(gateway)
        try await options.serve(at: "https://127.0.0.1:\(channel.localAddress?.port ?? options.port)")
        try await loop.submit { log.flush() }.get()
    }

    /// Starts the push services of browsers and Android, and writes its URL into the folder.
    private func serveBrowsers(
        _ gateway: NIOLoopBound<Gateway>, _ loop: any EventLoop, _ certificates: Certificates, in folder: URL
    ) async throws {
        let log = try RequestLog(folder.appending(path: "browsers.jsonl"))
        let androidLog = try RequestLog(folder.appending(path: "android.jsonl"))
        let browsers = try await loop.submit { [anyTeam, quiet] in
            let service = BrowserService(log: log, takesAny: anyTeam, printsPushes: !quiet)
            let android = AndroidService(log: androidLog, printsPushes: !quiet)
            return NIOLoopBound(
                BrowserConnection(service: service, android: android) { gateway.value.rule($0, for: $1) }, eventLoop: loop)
        }.get()
        let channel = try await listen(port: webPort, on: loop, BrowserConnection.connecting(to: browsers, certificates))
        let url = "https://localhost:\(channel.localAddress?.port ?? webPort)"
        try await loop.submit { browsers.value.service.origin = url }.get()
        try Data("\(url)\n".utf8).write(to: folder.appending(path: "web-url"), options: .atomic)
    }

    /// Reads commands from standard input on a thread of its own, because reading blocks.
    private func listenToInput(_ gateway: NIOLoopBound<Gateway>) {
        Thread.detachNewThread { [withParent] in
            while let line = readLine() {
                gateway.eventLoop.execute {
                    do {
                        gateway.value.obey(try GatewayControl(line))
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
