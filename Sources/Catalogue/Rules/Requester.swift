import Domain
import Foundation

/// The user who causes requests to the provider. Their concurrent requests are limited (rule 8.8).
struct Requester: Sendable, Hashable {
    let tenantID: UUID
    let userID: UUID
}

extension Requester {
    init(_ caller: Caller) {
        self.init(tenantID: caller.tenant.id, userID: caller.userID)
    }
}
