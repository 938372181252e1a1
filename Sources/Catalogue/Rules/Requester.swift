import Domain
import Foundation

/// A user whose look-ups cause requests to the provider. The number of their concurrent requests is limited (rule 8.8).
struct Requester: Sendable, Hashable {
    let tenantID: UUID
    let userID: UUID
}

extension Requester {
    init(_ caller: Caller) {
        self.init(tenantID: caller.tenant.id, userID: caller.userID)
    }
}
