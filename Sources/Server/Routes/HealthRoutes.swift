import DavenportAPI
import Domain
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Serves the health checks for reverse proxies and container supervisors. The paths of these checks belong to no
/// tenant and are outside of `/v1`.
struct HealthRoutes {
    let readiness: CheckReadiness
    let shutdown: ShutdownState
    let metrics: HTTPMetrics

    static let (live, ready) = ("/health/live", "/health/ready")

    func mount(on router: Router<DavenportContext>) {
        let (live, ready) = (metrics.route("GET", Self.live), metrics.route("GET", Self.ready))
        router.get(RouterPath(Self.live)) { [shutdown] _, context in
            context.trace?.setRoute(live)
            if shutdown.hasBegun { return try Self.answer(.serviceUnavailable, .ending) }
            return try Self.answer(.ok, HealthReport(status: "live", reason: nil))
        }
        router.get(RouterPath(Self.ready)) { [shutdown, readiness] _, context in
            context.trace?.setRoute(ready)
            if shutdown.hasBegun { return try Self.answer(.serviceUnavailable, .ending) }
            return switch await readiness() {
            case .ready: try Self.answer(.ok, HealthReport(status: "ready", reason: nil))
            case .notReady(let reason): try Self.answer(.serviceUnavailable, HealthReport(status: "not ready", reason: reason))
            }
        }
    }

    private static func answer(_ status: HTTPResponse.Status, _ report: HealthReport) throws -> Response {
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONWriter.bytes(of: report))))
    }
}

private struct HealthReport: Encodable {
    let status: String
    let reason: String?

    static let ending = HealthReport(status: "ending", reason: "the server is shutting down")
}
