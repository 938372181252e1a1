import Domain
import Foundation

/// Somebody for whom the provider is asked: of each only so much at once (rule 8.8).
struct Requester: Sendable, Hashable {
    let tenantID: UUID
    let userID: UUID
}

extension Requester {
    init(_ caller: Caller) {
        self.init(tenantID: caller.tenant.id, userID: caller.userID)
    }
}
