import DavenportAPI
import Foundation

/// A tenant: one community on this deployment. It is a class because every request and every cached caller refers to one.
public final class Tenant: Sendable {
    public let id: UUID
    public let slug: String
    public let name: String
    public let features: [Feature]
    public let signup: SignupPolicy

    init(id: UUID, slug: String, name: String, features: [Feature], signup: SignupPolicy) {
        (self.id, self.slug, self.name, self.features, self.signup) = (id, slug, name, features, signup)
    }

    /// The role of a user who signs up without an invite, or with an invite that names no role (rules 2).
    public var defaultRole: Role { features.contains(.class) ? .student : .member }
}

/// The sender of a request without credentials. The server knows only the tenant and the address.
public struct Visitor: Principal {
    public let tenant: Tenant
    public let address: ClientAddress
    public var request = RequestContext()
}

extension Visitor {
    /// Makes a visitor from a signed-in caller, for a use case that needs no sign-in.
    public init(_ caller: Caller) {
        self.init(tenant: caller.tenant, address: caller.address, request: caller.request)
    }
}

/// A client that gave an e-mail address and a password, which aren't verified yet.
public struct Applicant: Principal {
    public let tenant: Tenant
    let email: String
    let password: String
    let address: ClientAddress
    public var request: RequestContext

    /// Makes an applicant from a visitor and the credentials that the visitor gave.
    public init(_ visitor: Visitor, email: String, password: String) {
        self.tenant = visitor.tenant
        self.address = visitor.address
        self.request = visitor.request
        self.email = email
        self.password = password
    }
}

/// A signed-in user, found by the request's token.
public struct Caller: Principal {
    public let tenant: Tenant
    public let userID: UUID
    public let role: Role
    public let sessionID: UUID
    public let address: ClientAddress
    public var request = RequestContext()
}
