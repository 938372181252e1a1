import DavenportAPI
import Foundation
import Secrets

/// What the App Store signs of a purchase, in its own names and as far as it is heeded.
struct SignedTransaction: SignedPayload {
    let bundleId: String
    let environment: String
    let type: String
    let productId: String
    let originalTransactionId: String
    /// Milliseconds since 1970, like the other dates.
    let purchaseDate: Int
    let expiresDate: Int?
    let revocationDate: Int?
    /// Whether another subscription, of which there is a transaction of its own, has taken the place of this one. It has no date then.
    let isUpgraded: Bool?
    let signedDate: Int
    /// What the app gave along: whose account it was bought for.
    let appAccountToken: String?

    /// When it was taken back: refunded, or given for another subscription, by the time at which that was signed at the latest.
    var takenBack: Int? { revocationDate ?? (isUpgraded == true ? signedDate : nil) }
}

/// What the App Store's server signs when something becomes of a purchase. Some notifications are about no purchase.
struct SignedNotification: SignedPayload {
    let signedDate: Int
    let data: Subject?

    /// What it is about.
    struct Subject: Decodable {
        let bundleId: String
        let environment: String
        /// The transaction, signed as those are that people show.
        let signedTransactionInfo: String?
    }
}

/// What is kept of a transaction.
struct Purchase: Sendable, Equatable {
    let originalTransactionID: String
    let productID: String
    let type: EntitlementType
    let environment: StoreEnvironment
    let purchasedAt: Date
    let expiresAt: Date?
    let revokedAt: Date?
    let signedAt: Date
    /// Whose account it was bought for, where the app has said so.
    let buyer: UUID?

    /// Of which purchase in a subscription it tells: what is said of an earlier one, however late, says nothing of a later. What is bought
    /// once has no other.
    var period: Date { type == .autoRenewable ? purchasedAt : .distantPast }
}

/// Why a transaction that the App Store signed isn't taken. It is for operators: whoever brought it is told nothing of it.
enum TransactionFault: String, Error, CaseIterable {
    case otherApp = "it is of an app or a store that the operator has not named"
    case otherType = "it is of a kind that isn't kept"
    case ahead = "it was signed later than now"
    case otherAccount = "it was bought for another account"
    case oddName = "its ids are none"
    case oddDate = "its dates are none"
}
