import DavenportAPI
import Foundation
import Secrets

/// Finds who calls by a bearer token.
public struct Authenticate: Sendable {
    private let database: Database
    private let remembered: CallerCache
    private let deferredDeletion: DeferredDeletion

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        remembered = dependencies.rememberedCallers
        deferredDeletion = dependencies.deferredDeletion
    }

    /// - Parameter address: where the request comes from.
    /// - Throws: `unauthenticated` for anything but a good token, without saying why; `tenantNotFound` for a good one of a suspended
    ///   tenant, and for any of one that is coming in from a file: whose sessions are on their way isn't to be logged out.
    public func callAsFunction(token text: String, from address: ClientAddress = .unknown) async throws -> Caller {
        guard let token = SessionToken(text) else { throw Problem(.unauthenticated) }
        return try await lookUp(token).caller(from: address)
    }

    /// Does the work for the caller. Who that is is expected to be as last time, where there was one, and found out by what the work sends
    /// to the database; where it is otherwise, nothing of the work has happened, and it is done again for who it is.
    /// - Parameter work: may be done twice.
    /// - Throws: as above; else what the work throws.
    public func callAsFunction<Answer>(
        token text: String, from address: ClientAddress, _ work: (Caller) async throws -> Answer
    ) async throws -> Answer {
        guard let token = SessionToken(text) else { throw Problem(.unauthenticated) }
        if let known = remembered[token.digest], known.isExpected(at: database.clock.now) {
            if let answer = try await expecting(known, of: token, from: address, work) { return answer }
            remembered.refute(token.digest)
        }
        return try await work(try await lookUp(token).caller(from: address))
    }

    /// Nil where the caller is another than expected. What the work answers or throws counts only when that is certain.
    private func expecting<Answer>(
        _ known: CachedCaller, of token: SessionToken, from address: ClientAddress, _ work: (Caller) async throws -> Answer
    ) async throws -> Answer? {
        let authentication = OptimisticAuthentication(known, of: token.digest)
        let caller = known.caller(from: address, RequestContext(authentication: authentication))
        let outcome: Result<Answer, any Error>
        do {
            outcome = .success(try await work(caller))
        } catch  where authentication.isOpen && Self.saysNothing(error) {
            throw error
        } catch {
            outcome = .failure(error)
        }
        // The work sent nothing to the database, for example because its input was refused.
        if authentication.isOpen { try await database.confirm(caller, authentication) }
        return authentication.isRefuted ? nil : try outcome.get()
    }

    /// That the server can't answer now tells nobody anything, and asking once more would take as long again.
    private static func saysNothing(_ error: any Error) -> Bool {
        error is CancellationError || (error as? Problem)?.code == .unavailable
    }

    private func lookUp(_ token: SessionToken) async throws -> CachedCaller {
        let now = database.clock.now
        let found = try await database.transaction(in: token.tenant, .singleRoundTrip) { transaction in
            try await SessionRepository(transaction).authenticate(token, idleSince: SessionRules.idleLimit(at: now))
        }
        guard let found else { throw try await Problem(isImporting(token.tenant) ? .tenantNotFound : .unauthenticated) }
        guard !found.tenantSuspended else { throw Problem(.tenantNotFound) }
        if now.timeIntervalSince(found.lastUsedAt) >= SessionRules.touchInterval {
            try await database.transaction(in: token.tenant, .singleRoundTrip) {
                try await SessionRepository($0).touch(found.remembered.sessionID)
            }
        }
        remembered.insert(found.remembered, of: token.digest)
        deferredDeletion.visit(token.tenant)
        return found.remembered
    }

    private func isImporting(_ tenantID: UUID) async throws -> Bool {
        try await database.transaction(in: tenantID, .singleRoundTrip) { try await TenantImportRepository($0).isUnderWay() }
    }
}
