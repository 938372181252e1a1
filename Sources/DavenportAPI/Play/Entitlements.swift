import Foundation

/// The App Store environment of a purchase.
public struct StoreEnvironment: OpenEnumeration {
    /// The environment of purchases in apps from the App Store.
    public static let production = Self(keeping: "production")
    /// The environment of purchases in apps from TestFlight and Xcode, in which nobody pays.
    public static let sandbox = Self(keeping: "sandbox")

    public static let allCases = [production, sandbox]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The type of a purchase, as StoreKit names it. The server stores no purchases of other types.
public struct EntitlementType: OpenEnumeration {
    public static let nonConsumable = Self(keeping: "Non-Consumable")
    public static let autoRenewable = Self(keeping: "Auto-Renewable Subscription")

    public static let allCases = [nonConsumable, autoRenewable]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A purchase of the caller in the community's app, in the latest state that the App Store reported. The app decides
/// what the purchase unlocks. The server's rules of play are the same with and without it.
public struct Entitlement: Codable, Sendable, Equatable {
    public let productID: String
    public let type: EntitlementType
    public let environment: StoreEnvironment
    /// The time of the purchase; for a subscription, the time of the latest renewal.
    public let purchasedAt: Date
    public let expiresAt: Date?
    /// The time at which Apple revoked the purchase, for example with a refund or after an upgrade to another
    /// subscription; nil if Apple hasn't.
    public let revokedAt: Date?
    /// Whether the purchase is neither revoked nor expired.
    public let active: Bool

    public init(
        productID: String, type: EntitlementType, environment: StoreEnvironment, purchasedAt: Date, expiresAt: Date?, revokedAt: Date?,
        active: Bool
    ) {
        (self.productID, self.type, self.environment) = (productID, type, environment)
        (self.purchasedAt, self.expiresAt, self.revokedAt, self.active) = (purchasedAt, expiresAt, revokedAt, active)
    }
}

/// A purchase of the caller, in the form that StoreKit 2 signed.
public struct PresentedTransaction: Input {
    /// StoreKit's `jwsRepresentation`: a JWS in compact form, at most 16 KiB.
    public let signedTransaction: String

    public init(signedTransaction: String) {
        self.signedTransaction = signedTransaction
    }

    public init(_ fields: inout Fields) {
        signedTransaction = fields.required("signedTransaction", .string)
    }
}

/// An App Store server notification, version 2.
public struct StoreNotification: Input {
    /// A JWS in compact form, at most 16 KiB, which contains the transaction's JWS.
    public let signedPayload: String

    public init(signedPayload: String) {
        self.signedPayload = signedPayload
    }

    public init(_ fields: inout Fields) {
        signedPayload = fields.required("signedPayload", .string)
    }
}

extension Endpoints {
    static let entitlements: [any EndpointDeclaration] = [presentTransaction, listEntitlements, takeStoreNotification]

    public static let presentTransaction = Endpoint<PresentedTransaction, Created<Entitlement>>(
        "presentTransaction", .post, "/entitlements", .user, feature: .play, success: 201,
        errors: [.entitlementTaken, .transactionInvalid, .tooManyRequests], isIdempotent: true,
        summary: "Register a purchase that the App Store signed.",
        details: """
            The purchase is stored once, for the first person who sends it. Of several versions, the one signed last counts. Every invalid \
            transaction gets the same answer. Without the App Store's root certificate or an app that the operator named, the answer is 503.
            """)
    public static let listEntitlements = Endpoint<NoInput, Items<Entitlement>>(
        "listEntitlements", .get, "/entitlements", .user, feature: .play, summary: "List your purchases, newest first.")
    public static let takeStoreNotification = Endpoint<StoreNotification, NoContent>(
        "takeStoreNotification", .post, "/entitlements/notifications", .anyone, feature: .play, success: 204,
        errors: [.transactionInvalid, .tooManyRequests], isIdempotent: true,
        summary: "Receive an App Store server notification.",
        details: "Apple sends it to the community's own host when a purchase is renewed, refunded or revoked.")
}
