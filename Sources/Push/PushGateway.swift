import DavenportAPI
import Domain
import Logging
import NIOCore
import Synchronization

/// Where pushes go: to Apple, or in a test to whoever counts them.
public struct PushGateway: Sendable {
    /// Sends one push with a provider token of the key's team, by a connection of that team.
    let send: @Sendable (APNsRequest, ProviderKey, String, ContinuousClock.Instant) async -> APNsResult
    /// How many connections have been opened.
    let connections: @Sendable () -> Int
    /// Starts nothing new, lets what is in flight end for so long, and closes.
    let close: @Sendable (Duration) async -> Void

    /// - Parameters:
    ///   - send: sends one push with a provider token of the key's team, or says why it was not sent by that instant.
    ///   - connections: how many connections have been opened.
    ///   - close: starts nothing new, lets what is in flight end for so long, and closes.
    public init(
        send: @escaping @Sendable (APNsRequest, ProviderKey, String, ContinuousClock.Instant) async -> APNsResult,
        connections: @escaping @Sendable () -> Int = { 0 }, close: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) {
        self.send = send
        self.connections = connections
        self.close = close
    }

    /// Apple's.
    /// - Parameters:
    ///   - productionURL: where production keys push to, `https://host:port`.
    ///   - sandboxURL: where sandbox keys push to.
    ///   - caFile: a PEM file with the authority to trust in place of the system's.
    public static func apple(
        productionURL: String, sandboxURL: String, caFile: String?, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) -> PushGateway {
        let clients = APNsClients { environment in
            APNsClient(
                url: environment == .production ? productionURL : sandboxURL, caFile: caFile, eventLoopGroup: eventLoopGroup, logger: logger
            )
        }
        return PushGateway(
            send: { await clients.client(for: $1).send($0, providerToken: $2, startBy: $3) },
            connections: { clients.all.reduce(0) { $0 + $1.connectionsOpened } },
            close: { grace in
                await withDiscardingTaskGroup { group in
                    for client in clients.all { group.addTask { await client.close(grace: grace) } }
                }
            })
    }
}

/// The connections of the teams, never shared between two.
private final class APNsClients: Sendable {
    private struct Place: Hashable {
        let teamID: String
        let environment: PushEnvironment
    }

    private let make: @Sendable (PushEnvironment) -> APNsClient
    private let clients = Mutex<[Place: APNsClient]>([:])

    init(_ make: @escaping @Sendable (PushEnvironment) -> APNsClient) {
        self.make = make
    }

    var all: [APNsClient] { clients.withLock { Array($0.values) } }

    func client(for key: ProviderKey) -> APNsClient {
        clients.withLock { clients in
            let place = Place(teamID: key.teamID, environment: key.environment)
            if let client = clients[place] { return client }
            let client = make(key.environment)
            clients[place] = client
            return client
        }
    }
}
