import Foundation

/// Holds what all transactions of a request need: its time, how long it has waited, its host, and its authentication. The server
/// makes this context when the request arrives.
public struct RequestContext: Sendable {
    /// The moment at which the request had arrived completely; nil outside of requests.
    ///
    /// Every transaction of the request uses it as now. So a deadline can't pass while the request waits in a queue,
    /// for a connection or for a lock, or while a transaction is retried.
    package var receivedAt: Date?
    /// How long the request has waited in a queue (`RequestLimiter`). The request then waits less for a database
    /// connection, so that both waits together stay within one limit.
    package var waited = Duration.zero
    /// The host that the request names, with its port if it names one. The client chooses it. It is nil outside of requests.
    package var authority: String?
    /// The check of the cached caller that the first statements carry out; nil if the session was looked up in the
    /// database.
    let authentication: OptimisticAuthentication?

    /// Makes the context of a request whose session was looked up in the database, or that has no session.
    public init() { self.init(authentication: nil) }

    init(authentication: OptimisticAuthentication?) {
        self.authentication = authentication
    }
}

/// The sender of a request: a `Stranger`, a `Visitor`, an `Applicant` or a `Caller`.
public protocol Principal: Sendable {
    /// The tenant that the request is about.
    var tenant: Tenant { get }
    /// What all transactions of the request need.
    var request: RequestContext { get set }
}
