import DavenportAPI
import Foundation
import Secrets

/// A purchase as the App Store signs it, under the App Store's field names. Other fields are ignored.
struct SignedTransaction: SignedPayload {
    let bundleId: String
    let environment: String
    let type: String
    let productId: String
    let originalTransactionId: String
    /// Milliseconds since 1970, as the other dates.
    let purchaseDate: Int
    let expiresDate: Int?
    let revocationDate: Int?
    /// Whether an upgrade to another subscription, which has a transaction of its own, replaced this one. Then there is no
    /// `revocationDate`.
    let isUpgraded: Bool?
    let signedDate: Int
    /// The user id of the account that the purchase was made for, if the app set it.
    let appAccountToken: String?

    /// The moment at which the purchase was revoked: the date of its refund or, after an upgrade, the date of signing.
    var takenBack: Int? { revocationDate ?? (isUpgraded == true ? signedDate : nil) }
}

/// A notification that the App Store's server signs when a purchase changes. Some notifications concern no purchase.
struct SignedNotification: SignedPayload {
    let signedDate: Int
    let data: Subject?

    /// The app and the purchase that a notification is about.
    struct Subject: Decodable {
        let bundleId: String
        let environment: String
        /// The transaction, signed like the ones that users present.
        let signedTransactionInfo: String?
    }
}

/// The stored part of a transaction.
struct Purchase: Sendable, Equatable {
    let originalTransactionID: String
    let productID: String
    let type: EntitlementType
    let environment: StoreEnvironment
    let purchasedAt: Date
    let expiresAt: Date?
    let revokedAt: Date?
    let signedAt: Date
    /// The account that the purchase was made for, if the app set it.
    let buyer: UUID?

    /// The purchase date of a subscription's period. A transaction of an earlier period never overwrites a later one,
    /// however late it is signed.
    ///
    /// A purchase that isn't a subscription has only one period.
    var period: Date { type == .autoRenewable ? purchasedAt : .distantPast }
}

/// Why the server refuses a transaction that the App Store signed. The reason is logged for operators, and the client never
/// gets it.
enum TransactionFault: String, Error, CaseIterable {
    case otherApp = "its app or environment isn't one that the operator configured"
    case otherType = "its type isn't supported"
    case ahead = "its signing date is in the future"
    case otherAccount = "it was bought for another account"
    case oddName = "one of its ids is malformed"
    case oddDate = "one of its dates is out of range"
}
