import DavenportAPI
import Foundation

/// One notification to be pushed to one device, leased to whoever holds this for as long as `NotificationRules.lease` says.
public struct Delivery: Sendable {
    public let tenantID: UUID
    /// Apple's `apns-id`: the same however often it is sent.
    public let id: UUID
    public let notificationID: UUID
    public let leaseID: UUID
    public let deviceToken: String
    /// When the device was last registered: what Apple says of it is about that registration.
    public let deviceConfirmedAt: Date
    /// By which key the app on the device is pushed to; nil where the tenant has none for it.
    public let pushKeyID: UUID?
    /// When an operator last asked to go on pushing by that key.
    public let pushKeyResumedAt: Date?
    /// How often it failed in ways that waiting may mend.
    public let attempts: Int
    /// Until when it is worth telling, by the clock that rules go by.
    public let expiresAt: Date
    /// For how many seconds it was still worth telling when it was claimed.
    public let lifetime: TimeInterval
    public let notice: Notice
    /// The number on the app's icon.
    public let badge: Int
}

/// What somebody is told.
public struct Notice: Sendable, Equatable {
    public let kind: NotificationKind
    public let recipientID: UUID
    /// Who caused it.
    public let actor: Actor?
    /// What it is about: something of the area that the kind belongs to.
    public let aboutID: UUID?
    /// What the thing is called that it is about, such as a show's title.
    public let title: String?
    /// What follows the title where that alone doesn't name the thing exactly, such as `S01E03`, or what more there is to say.
    public let detail: String?
    /// How many things it tells of.
    public let count: Int
    /// Which of the kind's sentences it says, as in `NoticeText.variants`; nil for the usual one.
    public let variant: String?

    /// Somebody by their names.
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

/// What became of a delivery.
public enum DeliveryOutcome: Sendable, Equatable {
    case sent
    /// Not now: again after so many seconds, unless it has expired by then.
    case retry(after: TimeInterval, reason: String)
    /// It can't be sent, ever.
    case dead(reason: String)
    /// Apple calls the device's token bad. The delivery is dead; the device is forgotten if that happens twice.
    case refused(reason: String)
    /// The app is gone from the device since then, by Apple's clock: the device is forgotten, unless it was registered again after that.
    case gone(reason: String, since: Date)
    /// Not begun: somebody else may send it.
    case released
}

/// A delivery with its outcome.
public struct DeliveryResult: Sendable {
    public let delivery: Delivery
    public let outcome: DeliveryOutcome

    /// A delivery, and what became of it.
    public init(_ delivery: Delivery, _ outcome: DeliveryOutcome) {
        self.delivery = delivery
        self.outcome = outcome
    }
}

/// What a claim found.
public struct Claim: Sendable {
    /// To be sent, at once.
    public let deliveries: [Delivery]
    /// How many notifications it looked at. None: nothing is due.
    public let taken: Int
    /// Of those, how many had been left behind by somebody whose lease had run out.
    public let rescued: Int
    /// The number of notifications that wait because PostgreSQL doesn't know their recipients' time zones, by which quiet hours go.
    public let inDoubt: Int
    /// Those that ended without being sent: no longer true, coalesced, without a device, expired.
    public let ended: [EndedNotifications]
    /// How late the latest of them was, in seconds.
    public let dueAge: TimeInterval
}

/// What of all tenants is due and not told yet.
public struct OutboxBacklog: Sendable, Equatable {
    public let due: Int
    /// How long the oldest of them has been due, in seconds; 0 where there is none.
    public let age: TimeInterval
}

/// Notifications of a tenant that ended in the same state.
public struct EndedNotifications: Sendable, Equatable {
    public let tenantID: UUID
    public let state: NotificationState
    public let reason: String?
    public let count: Int
}
