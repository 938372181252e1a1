import DavenportAPI
import Foundation
import Secrets

/// Finds the caller of a request by its bearer token.
extension UseCases {
    /// Authenticates a token, and returns its caller.
    /// - Parameter address: the client's address.
    /// - Throws: `unauthenticated` for any invalid token, without a reason. `tenantNotFound` for a valid token of a
    ///   suspended tenant, and for any token of a tenant that is being imported: its sessions may still be imported, so
    ///   its clients must not log out.
    public func authenticate(token text: String, from address: ClientAddress = .unknown) async throws -> Caller {
        guard let token = SessionToken(text) else { throw Problem(.unauthenticated) }
        return try await lookUp(token).caller(from: address)
    }

    /// Authenticates a token and runs the work for its caller.
    ///
    /// If the caller is cached, the work begins at once, and its first statements check the caller in the database. If
    /// the cached caller is wrong, these statements fail without any effect, and the work runs again for the right
    /// caller.
    /// - Parameter work: the work, which runs at most twice.
    /// - Throws: `unauthenticated` for an invalid token; `tenantNotFound` for a token of a tenant that is suspended or
    ///   is being imported; any error of the work.
    public func authenticate<Answer>(
        token text: String, from address: ClientAddress, _ work: (Caller) async throws -> Answer
    ) async throws -> Answer {
        guard let token = SessionToken(text) else { throw Problem(.unauthenticated) }
        if let known = callerCache[token.digest], known.isUsable(at: database.clock.now) {
            if let answer = try await expecting(known, of: token, from: address, work) { return answer }
            callerCache.invalidate(token.digest)
        }
        return try await work(try await lookUp(token).caller(from: address))
    }

    /// Runs the work for the cached caller. It returns nil if that caller turns out to be wrong. The work's result or
    /// error counts only once the database has confirmed the caller.
    private func expecting<Answer>(
        _ known: CachedCaller, of token: SessionToken, from address: ClientAddress, _ work: (Caller) async throws -> Answer
    ) async throws -> Answer? {
        let authentication = OptimisticAuthentication(known, of: token.digest)
        let caller = known.caller(from: address, RequestContext(authentication: authentication))
        let outcome: Result<Answer, any Error>
        do {
            outcome = .success(try await work(caller))
        } catch  where authentication.isOpen && Self.revealsNothing(error) {
            throw error
        } catch {
            outcome = .failure(error)
        }
        // The work sent nothing to the database, for example because its input was refused.
        if authentication.isOpen { try await database.confirm(caller, authentication) }
        return authentication.isRefuted ? nil : try outcome.get()
    }

    /// Returns whether an error doesn't depend on the caller, so that there is no need to check the caller. An
    /// unavailable server reveals nothing, and another query would have to wait as long again.
    private static func revealsNothing(_ error: any Error) -> Bool {
        error is CancellationError || (error as? Problem)?.code == .unavailable
    }

    private func lookUp(_ token: SessionToken) async throws -> CachedCaller {
        let now = database.clock.now
        let found = try await database.transaction(in: token.tenant, .singleRoundTrip) { transaction in
            try await SessionRepository(transaction).authenticate(token, idleSince: SessionRules.idleLimit(at: now))
        }
        guard let found else { throw try await Problem(isImporting(token.tenant) ? .tenantNotFound : .unauthenticated) }
        try found.tenantStanding.requireOpen()
        if now.timeIntervalSince(found.lastUsedAt) >= SessionRules.touchInterval {
            try await database.transaction(in: token.tenant, .singleRoundTrip) {
                try await SessionRepository($0).touch(found.caller.sessionID)
            }
        }
        callerCache.insert(found.caller, of: token.digest)
        deferredDeletion.visit(token.tenant)
        return found.caller
    }

    private func isImporting(_ tenantID: UUID) async throws -> Bool {
        try await database.transaction(in: tenantID, .singleRoundTrip) { try await TenantImportRepository($0).isUnderWay() }
    }
}
