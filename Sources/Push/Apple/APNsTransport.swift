import DavenportAPI
import Domain
import Logging
import NIOCore
import Synchronization

/// Carries pushes to Apple, or to a stand-in in tests.
public struct APNsTransport: Sendable {
    /// Sends one push over the connection of the push key's team. The arguments are the push, the push key, the text of
    /// its provider token, and the latest instant at which the push may start. If it can't start by then, the result is
    /// `notSent` with the reason.
    var send: @Sendable (APNsRequest, ProviderKey, String, ContinuousClock.Instant) async -> APNsResult
    /// Returns the number of connections that were opened so far.
    var connections: @Sendable () -> Int = { 0 }
    /// Stops starting pushes, waits up to a duration for those in flight, and closes the connections.
    var close: @Sendable (Duration) async -> Void = { _ in }

    /// Creates the transport to Apple.
    /// - Parameters:
    ///   - productionURL: the URL for pushes with production keys, `https://host:port`.
    ///   - sandboxURL: the URL for pushes with sandbox keys.
    ///   - caFile: a PEM file with the certificates to trust instead of the system's.
    public static func apple(
        productionURL: String, sandboxURL: String, caFile: String?, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) -> APNsTransport {
        let clients = APNsClients { environment in
            APNsClient(
                url: environment == .production ? productionURL : sandboxURL, caFile: caFile, eventLoopGroup: eventLoopGroup, logger: logger
            )
        }
        return APNsTransport(
            send: { await clients.client(for: $1).send($0, providerToken: $2, startBy: $3) },
            connections: { clients.all.reduce(0) { $0 + $1.connectionsOpened } },
            close: { grace in
                await withDiscardingTaskGroup { group in
                    for client in clients.all { group.addTask { await client.close(grace: grace) } }
                }
            })
    }
}

/// The clients of Apple's service, one for each team and environment, because Apple refuses a connection that two teams
/// use.
private final class APNsClients: Sendable {
    private struct TeamEnvironment: Hashable {
        let teamID: String
        let environment: PushEnvironment
    }

    private let make: @Sendable (PushEnvironment) -> APNsClient
    private let clients = Mutex<[TeamEnvironment: APNsClient]>([:])

    init(_ make: @escaping @Sendable (PushEnvironment) -> APNsClient) {
        self.make = make
    }

    var all: [APNsClient] { clients.withLock { Array($0.values) } }

    func client(for key: ProviderKey) -> APNsClient {
        clients.withLock { clients in
            let team = TeamEnvironment(teamID: key.teamID, environment: key.environment)
            if let client = clients[team] { return client }
            let client = make(key.environment)
            clients[team] = client
            return client
        }
    }
}
