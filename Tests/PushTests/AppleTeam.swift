import Foundation
import Logging
import NIOCore
import NIOPosix
import Secrets

@testable import Push

/// A team with its key, registered with a stand-in for Apple, and a client.
struct AppleTeam {
    let id: String
    let key = SigningKey.generate().key
    let token: String
    let client: APNsClient
    /// The port of the stand-in.
    let port: String

    static let keyID = "KEY1234567"

    /// - Parameter timing: the client's time limits. The defaults are long enough for a busy machine.
    init(
        _ id: String = "TEAM123456", at apple: StandIn, timing: APNsTiming = .patient(), caFile: String? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws {
        self.id = id
        port = apple.url.split(separator: ":").last.map(String.init) ?? ""
        token = ProviderToken(key: key, teamID: id, keyID: Self.keyID, issuedAt: Date()).text
        try apple.register(key.verifyingKey, team: id, keyID: Self.keyID)
        client = APNsClient(
            url: apple.url, caFile: caFile ?? apple.caFile, timing: timing, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger)
    }

    /// Sends one push. The default token is this team's.
    func send(_ request: APNsRequest = push(), token: String? = nil, within waitLimit: Duration = .seconds(600)) async -> APNsResult {
        await client.send(request, providerToken: token ?? self.token, startBy: .now + waitLimit)
    }

    /// Sends all requests at once.
    /// - Returns: the results by device.
    func send(_ requests: [APNsRequest], within waitLimit: Duration = .seconds(600)) async -> [String: APNsResult] {
        await withTaskGroup { group in
            for request in requests { group.addTask { (request.deviceToken, await send(request, within: waitLimit)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Sends this number of pushes at once, each to a different device.
    func send(count: Int, within waitLimit: Duration = .seconds(600)) async -> [APNsResult] {
        Array(await send((0..<count).map { push($0) }, within: waitLimit).values)
    }
}

/// A push to a unique device, with every optional field.
func push(
    _ number: Int = 0, id: UUID = UUID(), device: String? = nil, topic: String = "app.davenport", collapseID: String = "c0ffee",
    payload: String = #"{"aps": {"alert": {"title": "Anna", "body": "That hallway!"}, "badge": 3}, "davenport": {"kind": "comment"}}"#
) -> APNsRequest {
    APNsRequest(
        id: id, deviceToken: device ?? String(number + 0x10_0000, radix: 16).padding(toLength: 64, withPad: "ab", startingAt: 0),
        topic: topic,
        expiration: Date(timeIntervalSince1970: 2_000_000_000.9), collapseID: collapseID, payload: Array(payload.utf8))
}

extension APNsTiming {
    /// Time limits that are long enough for a busy machine, with short pauses before the client reconnects.
    static func patient(request: TimeAmount = .seconds(600), ping: TimeAmount = .seconds(30)) -> APNsTiming {
        var timing = APNsTiming()
        (timing.request, timing.ping, timing.firstRest) = (request, ping, .milliseconds(10))
        return timing
    }
}

extension APNsResult {
    /// The result of a push that Apple accepted.
    static let taken = APNsResult.answered(APNsAnswer(status: 200))

    var answer: APNsAnswer? { if case .answered(let answer) = self { answer } else { nil } }
    var isUnanswered: Bool { if case .unanswered = self { true } else { false } }
    var isNotSent: Bool { if case .notSent = self { true } else { false } }
}
