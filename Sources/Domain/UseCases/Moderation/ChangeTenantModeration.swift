import DavenportAPI
import Foundation

/// Lets an operator change what a tenant filters, and where its members can turn to.
public struct ChangeTenantModeration: Sendable {
    private let database: Database

    public init(_ useCases: UseCases) {
        database = useCases.database
    }

    /// Returns the words that a tenant filters.
    public func filter(of tenant: Tenant) async throws -> WordFilter {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await FilterRepository($0).filter().filter }
    }

    /// Replaces the words that a tenant filters.
    public func setFilter(_ filter: WordFilter, of tenant: Tenant) async throws -> WordFilter {
        try await database.transaction(in: tenant.id) { try await SetFilter(transaction: $0)(filter, by: .operator) }
    }

    /// Changes a tenant's contact and terms. A nil value keeps what there is, and an empty one removes it.
    /// - Parameters:
    ///   - contact: an e-mail address or a URL.
    ///   - terms: a URL.
    /// - Returns: the new contact and terms.
    /// - Throws: `invalid`, naming `contact` or `terms`.
    public func setContact(
        _ contact: String?, terms: String?, of tenant: Tenant
    ) async throws -> (contact: String?, terms: String?) {
        if let contact, !contact.isEmpty, !contact.isWebAddress, FieldType.email.refusal(of: .string(contact)) != nil {
            throw Problem.invalid("contact", .malformed, "must be an e-mail address, or a URL that begins with https://")
        }
        if let terms, !terms.isEmpty, !terms.isWebAddress {
            throw Problem.invalid("terms", .malformed, "must be a URL that begins with https://")
        }
        return try await database.transaction(in: tenant.id) { transaction in
            let tenants = TenantRepository(transaction)
            let shown = try await tenants.shown()
            let before = (contact: shown.contact, terms: shown.terms)
            let after = (
                contact: contact.map { $0.isEmpty ? nil : $0 } ?? before.contact, terms: terms.map { $0.isEmpty ? nil : $0 } ?? before.terms
            )
            guard after != before else { return before }
            try await tenants.setContact(after.contact, terms: after.terms)
            try await transaction.audit(.contactChanged, by: .operator)
            return after
        }
    }
}

extension String {
    /// Whether the text is the address of a web page, which a client may show as a link.
    fileprivate var isWebAddress: Bool {
        guard count <= 500, !contains(where: \.isWhitespace), utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) else { return false }
        guard let url = URL(string: self), let scheme = url.scheme?.lowercased() else { return false }
        return scheme == "https" && url.host?.isEmpty == false
    }
}
