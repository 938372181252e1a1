import DavenportAPI
import Foundation
import Secrets

/// A purchase as the App Store signs it. The properties have the App Store's names; its other fields are ignored.
struct SignedTransaction: SignedPayload {
    let bundleId: String
    let environment: String
    let type: String
    let productId: String
    let originalTransactionId: String
    /// The date of the purchase, in milliseconds since 1970. All dates of a signed transaction have this unit.
    let purchaseDate: Int
    let expiresDate: Int?
    let revocationDate: Int?
    /// Whether the user has upgraded to another subscription, which replaced this one. The App Store signs a separate
    /// transaction for the new subscription. It sets no `revocationDate` in the transaction of this one.
    let isUpgraded: Bool?
    let signedDate: Int
    /// The id of the user that the purchase was made for; nil if the app didn't set it.
    let appAccountToken: String?

    /// When the purchase was revoked: the date of its refund or, after an upgrade, the date of signing. It is nil if
    /// the purchase is still valid.
    var takenBack: Int? { revocationDate ?? (isUpgraded == true ? signedDate : nil) }
}

/// A notification that the App Store's server signs and sends. Most are about a change of a purchase, some aren't about
/// any purchase.
struct SignedNotification: SignedPayload {
    let signedDate: Int
    let data: Subject?

    /// The app that a notification is about, and the purchase.
    struct Subject: Decodable {
        let bundleId: String
        let environment: String
        /// The purchase as a signed transaction, in the same form in which users present it; nil if the notification
        /// isn't about any purchase.
        let signedTransactionInfo: String?
    }
}

/// The fields of a signed transaction that the server stores.
struct Purchase: Sendable, Equatable {
    let originalTransactionID: String
    let productID: String
    let type: EntitlementType
    let environment: StoreEnvironment
    let purchasedAt: Date
    let expiresAt: Date?
    let revokedAt: Date?
    let signedAt: Date
    /// The id of the user that the purchase was made for; nil if the app didn't set it.
    let buyer: UUID?

    /// The beginning of the subscription's current period. An App Store transaction of an earlier period never
    /// overwrites one of a later period, even if it is signed later.
    ///
    /// A purchase that isn't a subscription has a single period, which begins in the distant past.
    var period: Date { type == .autoRenewable ? purchasedAt : .distantPast }
}

/// The reason why the server refuses a transaction although the App Store signed it. Operators find it in the log. The
/// client never gets it.
enum TransactionFault: String, Error, CaseIterable {
    case otherApp = "its app or environment isn't one that the operator configured"
    case otherType = "its type isn't supported"
    case ahead = "its signing date is in the future"
    case otherAccount = "it was bought for another account"
    case oddName = "one of its ids is malformed"
    case oddDate = "one of its dates is out of range"
}
