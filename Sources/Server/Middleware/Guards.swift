import DavenportAPI
import Domain
import Hummingbird

/// Lets in only callers with one of the endpoint's roles. It stands behind `Authentication`.
struct RoleGuard: RouterMiddleware {
    let roles: Set<Role>

    func handle(
        _ request: Request, context: DavenportContext, next: (Request, DavenportContext) async throws -> Response
    ) async throws -> Response {
        guard let caller = context.asker as? Caller, roles.contains(caller.role) else { throw Problem(.forbidden) }
        return try await next(request, context)
    }
}

/// Answers `feature_off` where the caller's tenant doesn't use the endpoint's feature.
struct FeatureGuard: RouterMiddleware {
    let feature: Feature

    func handle(
        _ request: Request, context: DavenportContext, next: (Request, DavenportContext) async throws -> Response
    ) async throws -> Response {
        let tenant = (context.asker as? Caller)?.tenant ?? (context.asker as? Visitor)?.tenant
        guard let tenant, tenant.features.contains(feature) else { throw Problem(.featureOff) }
        return try await next(request, context)
    }
}
