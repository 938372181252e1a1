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

    init(id: UUID, slug: String, name: String, features: [Feature], signup: SignupPolicy) {
        (self.id, self.slug, self.name, self.features, self.signup) = (id, slug, name, features, signup)
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
}
