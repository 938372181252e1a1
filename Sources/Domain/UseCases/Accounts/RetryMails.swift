extension UseCases {
    /// Lets an operator make a tenant's dead and retried mails due now.
    /// - Returns: the number of these mails.
    public func retryMails(_ tenant: Tenant) async throws -> Int {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await MailRepository($0).retry() }
    }
}
