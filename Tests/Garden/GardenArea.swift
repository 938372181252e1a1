import Domain
import Foundation
import Postgres

extension Area {
    public static let garden = Area(
        "garden",
        tables: ["beds"],
        allowances: [.beds],
        notices: [NoticeText(.bedDug, heading: "Beds", .init("%1$@ dug %2$@ for you", .actor, .thing), idField: "bedID")],
        erasure: { transaction, accountErasure in
            let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
            return [
                "DELETE FROM beds WHERE tenant_id = \(tenant) AND digger_id = \(userID) AND \(accountErasure.erasesWords)",
                "UPDATE beds SET digger_id = NULL WHERE tenant_id = \(tenant) AND digger_id = \(userID)",
                "UPDATE beds SET neighbour_id = NULL WHERE tenant_id = \(tenant) AND neighbour_id = \(userID)",
            ]
        })
}

extension Allowance {
    package static let beds = Allowance("beds", 10, a: .hour)
}

/// The limits of plants in a bed.
enum BedRules {
    static let capacity = 5
}
