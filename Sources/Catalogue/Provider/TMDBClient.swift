import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import UntrustedText

/// TMDB's version 3 API over HTTP.
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
        // Where nothing listens it is told at once: whoever waits would otherwise wait for as long as a connection may take.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = CatalogueRules.connections
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// As what the catalogue asks.
    var provider: Provider {
        Provider(ask: { try await ask($0) }, close: { try? await client.shutdown() }, language: settings.language)
    }

    /// Asks, within the time of a request.
    private func ask(_ providerRequest: ProviderRequest) async throws -> ProviderReply {
        var request = HTTPClientRequest(url: settings.address(of: providerRequest))
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "davenport")
        if settings.isToken { request.headers.add(name: "authorization", value: "Bearer \(settings.key)") }
        return try await within(timeout) { [client, request, timeout, providerRequest] in
            let response = try await client.execute(request, timeout: TimeAmount(timeout))
            return try await Self.reply(response, to: providerRequest)
        }
    }

    private static func reply(_ response: HTTPClientResponse, to providerRequest: ProviderRequest) async throws -> ProviderReply {
        let body = { [UInt8](try await response.body.collect(upTo: CatalogueRules.answerLimit).readableBytesView) }
        return switch response.status.code {
        case 200: .found(try await body())
        // What it can't look for it doesn't find either.
        case 400 where providerRequest.isSearch, 422 where providerRequest.isSearch: .unknown
        case 404: try refusal(try await body())
        case 429: .throttled(seconds: RetryAfter.seconds(response.headers))
        case 500...599: .failing
        default: throw ProviderFault("The provider answered \(response.status.code).")
        }
    }

    /// By its own word alone: a proxy, or an address that isn't quite its, says 404 to everything.
    private static func refusal(_ body: [UInt8]) throws -> ProviderReply {
        guard try Refusal(untrustedJSON: body).code == Refusal.unknown else {
            throw ProviderFault("Something else answers in the provider's place.")
        }
        return .unknown
    }

    /// Why the provider has nothing.
    private struct Refusal: Decodable {
        static let unknown = 34

        let code: Int

        enum CodingKeys: String, CodingKey {
            case code = "status_code"
        }
    }

    /// Does something, and gives up after a time. What fails in AsyncHTTPClient may say the address, with the key in it.
    private func within<Result: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask {
                do { return try await work() } catch let fault as ProviderFault { throw fault } catch {
                    throw ProviderFault("The provider can't be reached: \(type(of: error)).")
                }
            }
            group.addTask {
                try await Task.sleep(for: time)
                throw ProviderFault("The provider took too long.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw ProviderFault("The provider was not asked.") }
            return first
        }
    }
}
