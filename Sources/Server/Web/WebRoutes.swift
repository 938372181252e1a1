import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the web client: its page, its files, the service worker and the manifest. All of these are the same for every
/// community, except that the manifest has the community's name and the page says whether the host names one.
struct WebRoutes {
    let web: WebOptions
    let useCases: UseCases
    let addresses: ClientAddresses
    let metrics: HTTPMetrics

    private static let (file, serviceWorker, manifest) = ("/app/{version}/**", "/service-worker.js", "/manifest.webmanifest")
    /// The paths at which the server returns the web client's page, whose script then shows the right content. The file
    /// `js/routes.js` has the same list.
    static let pages = [
        "/", "/watch", "/rooms/{id}", "/new", "/archive", "/archive/{group}", "/class", "/tasks/new", "/tasks/{id}",
        "/assignments/{id}", "/students/{id}", "/play", "/play/{code}", "/challenges/{id}", "/plays/{id}", "/boards", "/people",
        "/settings", "/settings/notifications", "/settings/sessions", "/settings/calendar", "/settings/players", "/settings/history",
        "/not-sent", "/admin", "/admin/reports", "/admin/reports/{id}", "/admin/members", "/admin/invites", "/admin/filter",
        "/admin/feedback", "/admin/audit", "/admin/bots", "/admin/community", "/join", "/join/{code}", "/new-password", "/no-mails",
        "/verify-email", "/begin",
    ]
    /// Every path of the web client, with its parameters.
    static let patterns = pages + [file, serviceWorker, manifest]

    func mount(on router: Router<DavenportContext>) {
        for page in Self.pages { get(page, on: router) { request, context in try await shell(request, context) } }
        if web.hasDesign { get("/design", on: router) { request, _ in try await design(request) } }
        get(Self.file, on: router) { _, context in try await file(context) }
        get(Self.serviceWorker, on: router) { request, _ in
            let pictures = await web.pictureOrigin()
            let worker = try await web.current().serviceWorker(pictures: pictures)
            return response(worker, to: request, headers: WebPolicy.headers(pictures: pictures, isWorker: true))
        }
        get(Self.manifest, on: router) { request, context in try await manifest(request, context) }
    }

    private func get(
        _ pattern: String, on router: Router<DavenportContext>,
        _ answer: @escaping @Sendable (Request, DavenportContext) async throws -> Response
    ) {
        let route = metrics.route("GET", pattern)
        router.get(RouterPath(pattern)) { request, context in
            context.trace?.setRoute(route)
            return try await answer(request, context)
        }
    }

    private func shell(_ request: Request, _ context: DavenportContext) async throws -> Response {
        var headers = WebPolicy.headers(pictures: await web.pictureOrigin())
        headers[.vary] = "Accept-Language, Cookie"
        let hasCommunity = await hasCommunity(request, context)
        let shell = try await web.current()
            .shell(for: request.headers[.acceptLanguage], hasCommunity: hasCommunity, isSignedIn: SessionCookie.isSent(by: request))
        return response(shell, to: request, headers: headers)
    }

    /// Returns the page that shows the parts of the web client in all their states. Only `davenport dev` serves it.
    private func design(_ request: Request) async throws -> Response {
        guard let page = try await web.current().design else { throw Problem(.notFound) }
        return response(page, to: request, headers: WebPolicy.headers(pictures: nil))
    }

    /// Answers a request for a file of the web client. If the request's URL has another version than the current one,
    /// the file isn't found, so a page never mixes two versions. In development, files change at any time, so any
    /// version is accepted.
    ///
    /// The service worker keeps the files of a version, each if its body has the digest of the answer. A browser's own cache
    /// checks nothing. So it keeps them for ten minutes only, and without a tag by which it could keep them for longer.
    private func file(_ context: DavenportContext) async throws -> Response {
        let files = try await web.current()
        let path = context.parameters.getCatchAll().joined(separator: "/")
        guard web.isLive || context.parameters.get("version") == files.version, let file = files[path] else { throw Problem(.notFound) }
        let caching = web.isLive ? "no-store" : "public, max-age=600"
        return Response(
            status: .ok, headers: [.contentType: file.type, .cacheControl: caching, .contentDigest: file.digest],
            body: .init(byteBuffer: file.bytes))
    }

    private func manifest(_ request: Request, _ context: DavenportContext) async throws -> Response {
        let manifest = WebManifest.json(of: try await community(request, context), version: try await web.current().version)
        let file = WebFiles.File(
            bytes: ByteBuffer(string: manifest.description), type: "application/manifest+json; charset=utf-8")
        return response(file, to: request)
    }

    /// Returns the name of the community that the host name in the request's URL belongs to, or `nil` if it belongs to none. Only the
    /// host name can identify it, because browsers send no credentials for the manifest.
    private func community(_ request: Request, _ context: DavenportContext) async throws -> String? {
        do {
            let address = addresses.address(of: request.headers, peer: context.peer)
            return try await useCases.resolveTenant(slug: nil, host: request.hostName, from: address).tenant.name
        } catch let problem as Problem where [.tenantRequired, .tenantNotFound].contains(problem.code) {
            return nil
        }
    }

    /// Whether the host name belongs to a community. Where that can't be found out now, the page asks the API as if it did.
    private func hasCommunity(_ request: Request, _ context: DavenportContext) async -> Bool {
        do {
            return try await community(request, context) != nil
        } catch {
            return true
        }
    }

    /// Returns a response that browsers may cache but must revalidate before each use.
    private func response(_ file: WebFiles.File, to request: Request, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = file.type
        headers[.cacheControl] = web.isLive ? "no-store" : "no-cache"
        // The tag covers the policy too, so a browser reuses a cached body only with the policy that belongs to it.
        let tag = EntityTag.of(Array(file.bytes.readableBytesView) + Array((headers[.contentSecurityPolicy] ?? "").utf8))
        headers[.eTag] = tag
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.bytes))
    }
}
