import DavenportAPI
import Foundation

/// A notification to push to one device. The worker that claimed it holds its lease for `NotificationRules.lease` seconds.
public struct Delivery: Sendable {
    public let tenantID: UUID
    /// The `apns-id` header for Apple, which stays the same in every retry.
    public let id: UUID
    public let notificationID: UUID
    public let leaseID: UUID
    public let deviceToken: String
    /// The moment at which the device was last registered. Apple's answer concerns that registration.
    public let deviceConfirmedAt: Date
    /// The push key for the app on the device, or nil if the tenant has none for it.
    public let pushKeyID: UUID?
    /// The moment at which an operator last resumed pushing with that key, or nil.
    public let pushKeyResumedAt: Date?
    /// The number of failed attempts whose cause may go away by itself.
    public let attempts: Int
    /// The moment at which the notification expires, by the clock for rules.
    public let expiresAt: Date
    /// The seconds that were left until it expires when it was claimed.
    public let lifetime: TimeInterval
    public let notice: Notice
    /// The number on the app's icon.
    public let badge: Int
}

/// The content of a notification.
public struct Notice: Sendable, Equatable {
    public let kind: NotificationKind
    public let recipientID: UUID
    /// The user who caused it, or nil.
    public let actor: Actor?
    /// The id of the thing that it is about, in the kind's area.
    public let aboutID: UUID?
    /// The title of the thing that it is about, such as a show's.
    public let title: String?
    /// A detail after the title that makes it exact, such as `S01E03`, or an additional text.
    public let detail: String?
    /// The number of things that it is about.
    public let count: Int
    /// The name of the kind's sentence in `NoticeText.variants`, or nil for the usual one.
    public let variant: String?

    /// A user with their names.
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

/// The outcome of an attempt to send a delivery.
public enum DeliveryOutcome: Sendable, Equatable {
    case sent
    /// It failed for now. It is retried after that many seconds, unless it has expired by then.
    case retry(after: TimeInterval, reason: String)
    /// It can never be sent.
    case dead(reason: String)
    /// Apple rejects the device's token. The delivery is dead, and the device is deleted if that happens twice.
    case refused(reason: String)
    /// The app is no longer on the device since that moment, by Apple's clock. The device is deleted unless it was
    /// registered again later.
    case gone(reason: String, since: Date)
    /// It wasn't begun. Another worker may send it.
    case released
}

/// A delivery with its outcome.
public struct DeliveryResult: Sendable {
    public let delivery: Delivery
    public let outcome: DeliveryOutcome

    /// Pairs a delivery with its outcome.
    public init(_ delivery: Delivery, _ outcome: DeliveryOutcome) {
        self.delivery = delivery
        self.outcome = outcome
    }
}

/// The result of a claim.
public struct Claim: Sendable {
    /// The deliveries to send at once.
    public let deliveries: [Delivery]
    /// The number of notifications that it handled. None means that nothing is due.
    public let taken: Int
    /// The number of these that another worker left behind when its lease ran out.
    public let rescued: Int
    /// The number of notifications that wait because PostgreSQL doesn't know the time zone for their recipient's quiet hours.
    public let hasUnknownTimeZone: Int
    /// The notifications that ended without being sent: no longer true, coalesced, without a device, or expired.
    public let ended: [EndedNotifications]
    /// The delay of the latest of them, in seconds.
    public let dueAge: TimeInterval
}

/// The notifications of all tenants that are due and not sent yet.
public struct OutboxBacklog: Sendable, Equatable {
    public let due: Int
    /// The time for which the oldest has been due, in seconds, or 0 if there is none.
    public let age: TimeInterval
}

/// The number of notifications of a tenant that ended in the same state for the same reason.
public struct EndedNotifications: Sendable, Equatable {
    public let tenantID: UUID
    public let state: NotificationState
    public let reason: String?
    public let count: Int
}
