import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the files by which Apple's devices and Android find the apps that may use the passkeys of a community's host (rule 27.12).
/// Their paths are outside of `/v1`, and the host alone names the community.
struct AppLinkRoutes {
    let useCases: UseCases
    let addresses: ClientAddresses
    let metrics: HTTPMetrics

    static let (apple, android) = ("/.well-known/apple-app-site-association", "/.well-known/assetlinks.json")

    func mount(on router: Router<DavenportContext>) {
        get(Self.apple, on: router) { apps in
            let names = apps.filter { $0.system == .apple }.map { JSONValue.string($0.text) }
            guard !names.isEmpty else { throw Problem(.notFound) }
            return ["webcredentials": ["apps": .list(names)]]
        }
        get(Self.android, on: router) { apps in
            let links = apps.compactMap(Self.link)
            guard !links.isEmpty else { throw Problem(.notFound) }
            return .list(links)
        }
    }

    /// Adds a file.
    /// - Parameter content: makes it of the community's apps, or throws `notFound` if it would be empty.
    private func get(
        _ path: String, on router: Router<DavenportContext>, _ content: @escaping @Sendable ([CommunityApp]) throws -> JSONValue
    ) {
        let route = metrics.route("GET", path)
        router.get(RouterPath(path)) { request, context in
            context.trace?.setRoute(route)
            let file = try content(try await apps(request, context))
            // Apple and Google keep copies of their own.
            let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "public, max-age=300"]
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: file.description)))
        }
    }

    private func apps(_ request: Request, _ context: DavenportContext) async throws -> [CommunityApp] {
        do {
            let address = addresses.address(of: request.headers, peer: context.peer)
            return try await useCases.listApps(try await useCases.resolveTenant(slug: nil, host: request.hostName, from: address))
        } catch let problem as Problem where [.tenantRequired, .tenantNotFound].contains(problem.code) {
            throw Problem(.notFound)
        }
    }

    /// The statement by which Android lets an app use the host's passkeys; nil for another system's app.
    private static func link(_ app: CommunityApp) -> JSONValue? {
        guard case .android(let package, let fingerprint) = app.system else { return Optional.none }
        let link: JSONValue = [
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": [
                "namespace": "android_app", "package_name": .string(package), "sha256_cert_fingerprints": [.string(fingerprint)],
            ],
        ]
        return link
    }
}
