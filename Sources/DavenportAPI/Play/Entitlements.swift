import Foundation

/// Which of Apple's stores something was bought in.
public struct StoreEnvironment: OpenEnumeration {
    /// Apps from the App Store.
    public static let production = Self(keeping: "production")
    /// Apps from TestFlight and from Xcode, in which nobody pays.
    public static let sandbox = Self(keeping: "sandbox")

    public static let allCases = [production, sandbox]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What kind of thing was bought, in StoreKit's words. Nothing else is kept.
public struct EntitlementType: OpenEnumeration {
    public static let nonConsumable = Self(keeping: "Non-Consumable")
    public static let autoRenewable = Self(keeping: "Auto-Renewable Subscription")

    public static let allCases = [nonConsumable, autoRenewable]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// Something that the caller has bought in the community's app, as the App Store last told it. What it unlocks is the app's to say: it
/// changes no rule of play.
public struct Entitlement: Codable, Sendable, Equatable {
    public let productID: String
    public let type: EntitlementType
    public let environment: StoreEnvironment
    /// Of a subscription the latest renewal.
    public let purchasedAt: Date
    public let expiresAt: Date?
    /// When Apple took it back, as with a refund, or told that it was given for another subscription.
    public let revokedAt: Date?
    /// Whether it is neither taken back nor expired.
    public let active: Bool

    public init(
        productID: String, type: EntitlementType, environment: StoreEnvironment, purchasedAt: Date, expiresAt: Date?, revokedAt: Date?,
        active: Bool
    ) {
        (self.productID, self.type, self.environment) = (productID, type, environment)
        (self.purchasedAt, self.expiresAt, self.revokedAt, self.active) = (purchasedAt, expiresAt, revokedAt, active)
    }
}

/// What StoreKit 2 signed of something that the caller bought.
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

/// What the App Store's server tells: a notification of version 2.
public struct StoreNotification: Input {
    /// A JWS in compact form, at most 16 KiB, with that of the transaction in it.
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
        summary: "Show what I bought, as the App Store signed it.",
        details: """
            It is stored once, for whoever shows it first; of several the one counts that was signed last. Whatever is wrong with it, the \
            answer is the same. Without the App Store's root, or an app that the operator has named, it is 503.
            """)
    public static let listEntitlements = Endpoint<NoInput, Items<Entitlement>>(
        "listEntitlements", .get, "/entitlements", .user, feature: .play, summary: "What I have bought, latest first.")
    public static let takeStoreNotification = Endpoint<StoreNotification, NoContent>(
        "takeStoreNotification", .post, "/entitlements/notifications", .anyone, feature: .play, success: 204,
        errors: [.transactionInvalid, .tooManyRequests], isIdempotent: true,
        summary: "Take a notification of the App Store's server.",
        details: "Apple sends it to this address, at the community's own host, when something is renewed, refunded or taken back.")
}
