import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client of version 3 of TMDB's API. TMDB is the provider of catalogue data.
struct TMDBClient: Sendable {
    private let settings: TMDBSettings
    private let client: HTTPClient
    private let timeout: Duration

    init(_ settings: TMDBSettings, _ deadlines: CatalogueDeadlines = CatalogueDeadlines()) {
        self.settings = settings
        timeout = deadlines.request
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(deadlines.connection), read: TimeAmount(deadlines.request)))
        // If nothing listens at the address, fail at once: otherwise a caller would wait for the whole connection
        // timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = CatalogueRules.connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// The functions of this client as a `Provider`, the form in which the catalogue uses it.
    var provider: Provider {
        Provider(
            name: "tmdb", ask: { try await ask($0) }, close: { try? await client.shutdown() }, language: settings.language,
            hasPictures: settings.hasPictures)
    }

    /// Sends one request, and gives up after the request timeout.
    private func ask(_ providerRequest: ProviderRequest) async throws -> ProviderReply {
        guard let address = settings.address(of: providerRequest) else { return .unknown }
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "davenport")
        if settings.isToken { request.headers.add(name: "authorization", value: "Bearer \(settings.key)") }
        return try await TimeLimit.run(timeout) { [client, request, timeout, providerRequest] in
            let response = try await client.execute(request, timeout: TimeAmount(timeout))
            return try await Self.reply(response, to: providerRequest)
        }
    }

    private static func reply(_ response: HTTPClientResponse, to providerRequest: ProviderRequest) async throws -> ProviderReply {
        guard response.status.code == 200 else {
            let body = try? await response.body.collect(upTo: CatalogueRules.refusalLimit)
            let refusal = TMDBRefusal(body.map { [UInt8]($0.readableBytesView) } ?? [])
            return try refusal.reply(to: providerRequest, status: Int(response.status.code), response.headers)
        }
        var pruner = JSONPruner(keeping: providerRequest.members, limit: CatalogueRules.answerLimit)
        var count = 0
        for try await chunk in response.body {
            count += chunk.readableBytes
            guard count <= CatalogueRules.readLimit else { throw ProviderFault("The provider's answer is far too long.") }
            do { try pruner.take(chunk.readableBytesView) } catch {
                throw ProviderFault("The provider's answer is invalid JSON or far too long.")
            }
        }
        return .found(pruner.kept)
    }
}
