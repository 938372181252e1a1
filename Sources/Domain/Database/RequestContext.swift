import Foundation

/// Holds what the transactions of a request depend on: its moment, the time it has waited, and its authentication.
/// The server makes it and passes it with the sender.
public struct RequestContext: Sendable {
    /// The moment at which the request had arrived as a whole; nil outside of requests.
    ///
    /// Every transaction of the request uses it as now. So no rule's boundary moves while the request waits for a turn, a connection or a
    /// lock, or when it is retried.
    package var receivedAt: Date?
    /// How long the request has waited for its turn (`RequestLimiter`). It waits the less for a connection to the database, so that its
    /// sender learns within one time limit that there is none.
    package var waited = Duration.zero
    /// The authentication that the first statements of the request confirm or refute; nil if the session was looked up.
    let authentication: OptimisticAuthentication?

    /// Makes the context of a request whose session was looked up, or that has none.
    public init() { self.init(authentication: nil) }

    init(authentication: OptimisticAuthentication?) {
        self.authentication = authentication
    }
}

/// The sender of a request: a `Visitor`, an `Applicant` or a `Caller`.
public protocol Principal: Sendable {
    /// The tenant that the request is about.
    var tenant: Tenant { get }
    /// The request.
    var request: RequestContext { get set }
}
