import DavenportAPI
import Foundation

/// How long mails are tried and kept (rules 26).
public enum MailRules {
    /// How long after it was made a mail is tried, in seconds (rule 26.4). Then it is dead.
    static let lifetime: TimeInterval = 24 * 3600
    /// How long a dead mail is kept, in seconds, so that an operator can retry it (rule 26.4).
    static let kept: TimeInterval = 30 * 24 * 3600
    /// The time by the database's clock for which only one worker sends a mail, in seconds (rule 26.4). It is longer than
    /// an attempt can take.
    static let lease = 30
}

extension Allowance {
    /// The number of mails that all members of a tenant together cause per day (rule 26.3).
    package static let mails = Allowance("mails", 500, a: .day, isShared: true)
}

/// What a mail is about. It is stored as its kind and the words that its text needs.
public enum MailContent: Sendable, Equatable {
    /// A link for a new password, which somebody asked for.
    case password
    /// A link with which somebody shows that they read the address's mails.
    case verify
    /// The account has the new address `email`. The mail goes to the earlier one, and its link undoes the change.
    case addressChanged(email: String)
    /// The same, without a link: the one that was sent to an even earlier address still works, and undoes this change too.
    case addressChangedAgain(email: String)
    /// Somebody signed in from a device or a network that is new. The time is in the reader's zone.
    case newSignIn(device: String?, time: String)
    /// An invite, to the address of a person that a member invites. The person may have no account.
    case invite(by: String, stop: Stop)
    /// A digest of what waits for the reader. The worker reads its content when it sends the mail.
    case digest(of: [Notice], stop: Stop)

    /// The stored kind of digests, which the database writes (`write_digests`).
    static let digestKind = "digest"

    /// How a reader ends the mails of this kind.
    public struct Stop: Sendable, Equatable {
        /// The address of the web client's page.
        public let page: String
        /// The address to which a mail program sends a `POST` (RFC 8058).
        public let endpoint: String

        /// - Parameter origin: the address of the web client, without a slash at the end.
        init(_ stop: MailStop, key: [UInt8], origin: String) {
            let code = stop.code(key: key)
            self.init(page: "\(origin)\(MailStop.page)#\(code)", endpoint: "\(origin)/v1/mail-stops/\(code)")
        }

        init(page: String, endpoint: String) {
            (self.page, self.endpoint) = (page, endpoint)
        }
    }

    /// Reads stored content; nil if a newer server has stored it.
    init?(kind: String, words: [String]) {
        switch (kind, words.count) {
        case ("password", 0): self = .password
        case ("verify", 0): self = .verify
        case ("address_changed", 1): self = .addressChanged(email: words[0])
        case ("address_changed_again", 1): self = .addressChangedAgain(email: words[0])
        case ("new_sign_in", 1): self = .newSignIn(device: nil, time: words[0])
        case ("new_sign_in", 2): self = .newSignIn(device: words[1], time: words[0])
        case ("invite", 3): self = .invite(by: words[0], stop: Stop(page: words[1], endpoint: words[2]))
        default: return nil
        }
    }

    var stored: (kind: String, words: [String]) {
        switch self {
        case .password: ("password", [])
        case .verify: ("verify", [])
        case .addressChanged(let email): ("address_changed", [email])
        case .addressChangedAgain(let email): ("address_changed_again", [email])
        case .newSignIn(let device, let time): ("new_sign_in", [time] + (device.map { [$0] } ?? []))
        case .invite(let name, let stop): ("invite", [name, stop.page, stop.endpoint])
        case .digest: (Self.digestKind, [])
        }
    }
}

/// A mail that a worker has claimed.
public struct ClaimedMail: Sendable, Equatable {
    public let tenantID: UUID
    /// The id from which the Message-ID is made. It stays the same in every attempt.
    public let id: UUID
    let leaseID: UUID
    /// What the mail is about; nil if a newer server knows it and this worker doesn't.
    public let content: MailContent?
    public let tenantName: String
    /// The reader; nil if the address has no account, so that nothing is sent.
    public let username: String?
    /// The language that the reader chose; nil if they chose none.
    public let language: Language?
    public let address: String
    let userID: UUID?
    /// The number of the reader's address (`email_states`); nil if the mail goes to another one.
    let addressNumber: Int?
    public let link: String
    /// The number of attempts that failed.
    public let attempts: Int

    /// Whether the mail is sent: its reader has an account, or needs none, and a digest has something to tell.
    public var isWanted: Bool {
        switch content {
        case .invite: true
        case .digest(let notices, _): username != nil && !notices.isEmpty
        default: username != nil
        }
    }
}

/// What became of an attempt to send a mail.
public enum MailOutcome: Sendable, Equatable {
    case sent
    /// A worker tries it again after this many seconds, unless the mail is too old then.
    case retry(after: TimeInterval, reason: String)
    /// The server refuses the mail for good.
    /// - isAddress: whether it refuses the address.
    case dead(reason: String, isAddress: Bool = false)
}
