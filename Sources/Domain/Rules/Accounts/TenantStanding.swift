import DavenportAPI

/// Whether a tenant answers requests (rules 1).
public enum TenantStanding: Sendable {
    case open
    /// To clients the tenant doesn't exist.
    case suspended
    /// The tenant is being moved to another deployment, and clients try again until it answers there.
    case moving

    /// Requires that the tenant answers requests.
    /// - Throws: `tenantNotFound` if it is suspended; `unavailable` if it is being moved.
    func requireOpen() throws {
        switch self {
        case .open: return
        case .suspended: throw Problem(.tenantNotFound)
        case .moving: throw Problem.unavailable()
        }
    }
}
