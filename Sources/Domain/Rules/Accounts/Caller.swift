import DavenportAPI
import Foundation

/// A tenant: one community on this deployment. It is a class, so that all requests and all cached callers of a tenant
/// can share one object.
public final class Tenant: Sendable {
    public let id: UUID
    public let slug: String
    public let name: String
    public let features: [Feature]
    public let signup: SignupPolicy
    /// The id of the list of words that the tenant filters; nil if it has no words, and in a tenant that was found without
    /// a session.
    let filterID: UUID?

    init(id: UUID, slug: String, name: String, features: [Feature], signup: SignupPolicy, filterID: UUID? = nil) {
        (self.id, self.slug, self.name, self.features, self.signup) = (id, slug, name, features, signup)
        self.filterID = filterID
    }

    /// The role of a new user who has no invite, or whose invite names no role (rules 2).
    public var defaultRole: Role { features.contains(.class) ? .student : .member }
}

/// The sender of a request without credentials. Only the tenant and the client's address are known.
public struct Visitor: Principal {
    public let tenant: Tenant
    public let address: ClientAddress
    public var request = RequestContext()
}

extension Visitor {
    /// Makes a visitor from a signed-in caller, for a use case that serves visitors.
    public init(_ caller: Caller) {
        self.init(tenant: caller.tenant, address: caller.address, request: caller.request)
    }
}

/// The sender of a request that is about no tenant yet.
public struct Stranger: Principal {
    /// A tenant that doesn't exist, since no tenant is resolved for such a request.
    public let tenant: Tenant
    public let address: ClientAddress
    public var request = RequestContext()

    /// Makes a stranger from the client's address.
    public init(address: ClientAddress) { self.init(tenant: .none, address: address) }

    private init(tenant: Tenant, address: ClientAddress, request: RequestContext = RequestContext()) {
        (self.tenant, self.address, self.request) = (tenant, address, request)
    }

    /// The same stranger, whose request is about a tenant that it creates.
    func creating(_ tenant: Tenant) -> Stranger { Stranger(tenant: tenant, address: address, request: request) }
}

extension Tenant {
    fileprivate static let none = Tenant(
        id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), slug: "none", name: "", features: [], signup: .invite)
}

/// The sender of an e-mail address and a password that aren't verified yet.
public struct Applicant: Principal {
    public let tenant: Tenant
    let email: String
    let password: String
    let address: ClientAddress
    public var request: RequestContext

    /// Makes an applicant from a visitor and the credentials that the visitor sent.
    public init(_ visitor: Visitor, email: String, password: String) {
        self.tenant = visitor.tenant
        self.address = visitor.address
        self.request = visitor.request
        self.email = email
        self.password = password
    }
}

/// The sender of a request with a valid token: a signed-in user.
public struct Caller: Principal {
    public let tenant: Tenant
    public let userID: UUID
    public let role: Role
    public let sessionID: UUID
    public let address: ClientAddress
    public var request = RequestContext()
    /// When a user who came by open sign-up stops being a newcomer; nil for all others (rule 24.23).
    var newcomerUntil: Date?

    /// Returns whether the user has a quarter of each rate limit, and may not write links.
    package func isNewcomer(at now: Date) -> Bool { newcomerUntil.map { now < $0 } ?? false }
}

/// The sender of a request with a valid key: a program that works for a user.
public struct KeyHolder: Principal {
    public let tenant: Tenant
    /// The owner of the key.
    public let userID: UUID
    public let keyID: UUID
    /// The account of the player whose events count; nil unless the key is for a player.
    package let account: String?
    public let address: ClientAddress
    public var request = RequestContext()
}
