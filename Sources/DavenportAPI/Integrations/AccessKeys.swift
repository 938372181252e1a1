import Foundation

/// What a key is for. A key works for one purpose only.
public struct AccessKeyPurpose: OpenEnumeration {
    /// The key's address is a calendar to subscribe to.
    public static let calendar = Self(keeping: "calendar")
    /// The key's address takes the events of a player of videos.
    public static let player = Self(keeping: "player")

    public static let allCases = [calendar, player]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What the last use of a key did.
public struct AccessKeyResult: OpenEnumeration {
    /// The calendar was returned.
    public static let served = Self(keeping: "served")
    /// At least one room was marked as watched.
    public static let marked = Self(keeping: "marked")
    /// Something was watched to its end, and no room that its owner hasn't watched is about it.
    public static let noRoom = Self(keeping: "no_room")
    /// The event was that of another account of the player.
    public static let otherAccount = Self(keeping: "other_account")
    /// The event isn't that something was watched to its end.
    public static let ignored = Self(keeping: "ignored")
    /// The body was no event that the server knows.
    public static let unreadable = Self(keeping: "unreadable")

    public static let allCases = [served, marked, noRoom, otherAccount, ignored, unreadable]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A key of the caller, by which another program does one thing for them. No answer but that of its creation contains
/// its secret.
public struct AccessKey: Codable, Sendable, Equatable {
    public let id: UUID
    public let purpose: AccessKeyPurpose
    /// The account of the player whose events count; nil for other purposes.
    public let account: String?
    public let name: String?
    public let createdAt: Date
    /// When the key was last used; nil if it never was.
    public let lastUsedAt: Date?
    /// What the last use did; nil if the key was never used.
    public let lastResult: AccessKeyResult?

    public init(
        id: UUID, purpose: AccessKeyPurpose, account: String?, name: String?, createdAt: Date, lastUsedAt: Date? = nil,
        lastResult: AccessKeyResult? = nil
    ) {
        (self.id, self.purpose, self.account, self.name) = (id, purpose, account, name)
        (self.createdAt, self.lastUsedAt, self.lastResult) = (createdAt, lastUsedAt, lastResult)
    }
}

/// A new key with its address. No other answer contains the address.
public struct AccessKeyWithURL: Codable, Sendable, Equatable {
    public let key: AccessKey
    /// The key's address: an absolute path on this server, which contains the key's secret.
    public let url: String

    public init(key: AccessKey, url: String) {
        (self.key, self.url) = (key, url)
    }
}

/// The data of a new key.
public struct NewAccessKey: Input {
    /// The maximum number of keys that one person can have.
    public static let limit = 10

    public let purpose: AccessKeyPurpose
    /// The account of the player whose events count, as the player writes it: 1 to 100 characters. It is required if the
    /// purpose is `player`, and nil otherwise.
    public let account: String?
    /// A name by which its owner knows the key: 1 to 100 characters; nil for none.
    public let name: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(purpose: AccessKeyPurpose, account: String? = nil, name: String? = nil) {
        (self.purpose, self.account, self.name) = (purpose, account, name)
    }

    public init(_ fields: inout Fields) {
        purpose = fields.choice("purpose", AccessKeyPurpose.self, placeholder: .calendar)
        account = purpose == .player ? fields.required("account", .accessKeyName) : nil
        name = fields.optional("name", .accessKeyName)
    }
}

/// A reference to one of the caller's keys.
public struct AccessKeyReference: Input {
    public let keyID: UUID

    public init(keyID: UUID) {
        self.keyID = keyID
    }

    public init(_ fields: inout Fields) {
        keyID = fields.required("keyID", .uuid)
    }
}

extension FieldType<String> {
    /// The name of a key, or of the account of a player.
    package static var accessKeyName: Self { text(1...100) }
    /// The secret of a key, in a path. The server refuses a text that is none as it refuses a wrong one.
    static var keySecret: Self {
        primitive("", "must be a text", schema: { ["type": "string", "maxLength": 100] }) { $0 }
    }
}

extension Endpoints {
    static let accessKeys: [any EndpointDeclaration] = [createAccessKey, listAccessKeys, deleteAccessKey]

    public static let createAccessKey = Endpoint<NewAccessKey, AccessKeyWithURL>(
        "createAccessKey", .post, "/me/keys", .user, success: 201, errors: [.limitReached],
        summary: "Create a key for another program. No other answer contains its address.",
        details: """
            You can have 10 keys. A change of your password ends all of them, as do your suspension and the deletion of your account.
            """)
    public static let listAccessKeys = Endpoint<NoInput, Items<AccessKey>>(
        "listAccessKeys", .get, "/me/keys", .user, summary: "List your keys with the last use of each, newest first.")
    public static let deleteAccessKey = Endpoint<AccessKeyReference, NoContent>(
        "deleteAccessKey", .delete, "/me/keys/{keyID}", .user, success: 204,
        summary: "Delete one of your keys. Its address is 404 from then on.")
}
