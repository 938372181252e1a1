import DavenportAPI
import Foundation

/// A notification that must be pushed to one device. The worker that claimed it has a lease on it for
/// `NotificationRules.lease` seconds.
public struct Delivery: Sendable {
    public let tenantID: UUID
    /// The id of the delivery, which Apple gets as the header `apns-id`. It stays the same in every retry.
    public let id: UUID
    public let notificationID: UUID
    public let leaseID: UUID
    public let deviceToken: String
    /// Who takes pushes to the device.
    public let deviceKind: DeviceKind
    /// When the device was last registered. Apple's response counts only for that registration.
    public let deviceConfirmedAt: Date
    /// The id of the push key for the device's app, or of the tenant's key for browsers; nil if the tenant has no key for
    /// it.
    public let pushKeyID: UUID?
    /// When an operator last let the push key be used again after it was stopped; nil if never.
    public let pushKeyResumedAt: Date?
    /// The subscription of the browser that the device is; nil for another device.
    public let browser: WebPushSubscription?
    /// The number of failed attempts whose cause may go away by itself.
    public let attempts: Int
    /// When the notification expires, by the clock that rules use.
    public let expiresAt: Date
    /// The number of seconds between the claim and the notification's expiry.
    public let lifetime: TimeInterval
    public let notice: Notice
    /// The number that the app's icon shows as its badge.
    public let badge: Int
    /// The language that the recipient chose, where the device is a browser; nil otherwise.
    public let language: Language?
}

/// The content of a notification, from which its text is made.
public struct Notice: Sendable, Equatable {
    public let kind: NotificationKind
    public let recipientID: UUID
    /// The user who caused the notification; nil if nobody did.
    public let actor: Actor?
    /// The id of what the notification is about, such as a room; nil if it is about nothing.
    public let aboutID: UUID?
    /// The title of what the notification is about, such as a show's; nil if it has none.
    public let title: String?
    /// A text that completes the title, such as `S01E03`, or an additional text of the notification.
    public let detail: String?
    /// The number of events that the notification is about.
    public let count: Int
    /// The name of the sentence in `NoticeText.variants` that replaces the usual one; nil for the usual one.
    public let variant: String?

    /// The user who caused a notification, with the names that the recipient may see.
    public struct Actor: Sendable, Equatable {
        public let id: UUID
        public let username: String
        public let givenName: String?

        public init(id: UUID, username: String, givenName: String? = nil) {
            (self.id, self.username, self.givenName) = (id, username, givenName)
        }
    }

    public init(
        kind: NotificationKind, recipientID: UUID, actor: Actor?, aboutID: UUID?, title: String?, detail: String? = nil, count: Int,
        variant: String? = nil
    ) {
        (self.kind, self.recipientID, self.actor, self.aboutID) = (kind, recipientID, actor, aboutID)
        (self.title, self.detail, self.count, self.variant) = (title, detail, count, variant)
    }
}

/// The outcome of an attempt to push a notification to one device.
public enum DeliveryOutcome: Sendable, Equatable {
    case sent
    /// The push failed for now. It is retried after this number of seconds, unless the notification expires before.
    case retry(after: TimeInterval, reason: String)
    /// The notification can never be pushed to this device.
    case dead(reason: String)
    /// Apple or Google has refused the device's token, or a push service the browser's subscription. The delivery is dead, and the
    /// device is deleted when that happens twice.
    case refused(reason: String)
    /// The app isn't on the device any more since this moment, by Apple's clock, or the push service doesn't know the device
    /// any more. The device is deleted unless it was registered again later.
    case gone(reason: String, since: Date)
    /// The worker didn't begin to send the push, so that another worker may.
    case released
}

/// The outcome of a delivery, together with the delivery.
public struct DeliveryResult: Sendable {
    public let delivery: Delivery
    public let outcome: DeliveryOutcome

    /// Pairs a delivery with its outcome.
    public init(_ delivery: Delivery, _ outcome: DeliveryOutcome) {
        self.delivery = delivery
        self.outcome = outcome
    }
}

/// What a worker has claimed at once.
public struct ClaimedDeliveries: Sendable {
    /// The deliveries that the worker must send now.
    public let deliveries: [Delivery]
    /// The number of notifications that the claim has taken, whether or not they have deliveries. 0 means that none is
    /// due.
    public let taken: Int
    /// The number of taken notifications that another worker had claimed and not finished before its lease expired.
    public let rescued: Int
    /// The number of notifications that were postponed because PostgreSQL doesn't know the time zone of their
    /// recipient's quiet hours.
    public let hasUnknownTimeZone: Int
    /// The notifications that ended without a push: they no longer apply, were replaced by a summary, have no device,
    /// or expired.
    public let ended: [EndedNotifications]
    /// How long the notification that was due longest had been due, in seconds.
    public let dueAge: TimeInterval
}

/// The notifications of all tenants that are due and have not been sent yet.
public struct OutboxBacklog: Sendable, Equatable {
    public let due: Int
    /// How long the oldest due notification has been due, in seconds; 0 if there is none.
    public let age: TimeInterval
}

/// The number of a tenant's notifications that ended in the same state and for the same reason.
public struct EndedNotifications: Sendable, Equatable {
    public let tenantID: UUID
    public let state: NotificationState
    public let reason: String?
    public let count: Int
}
