import Foundation

/// Whether a bot's webhook gets messages.
public struct WebhookState: OpenEnumeration {
    /// The last message was taken, or none was sent yet.
    public static let active = Self(keeping: "active")
    /// The last message wasn't taken, and is sent again later.
    public static let retrying = Self(keeping: "retrying")
    /// Nothing is sent any more, since the address didn't take a message for days or said that it is gone.
    public static let off = Self(keeping: "off")

    public static let allCases = [active, retrying, off]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A user that is a program. Its token and the secret of its webhook are only in the answers that make them.
public struct Bot: Codable, Sendable, Equatable {
    public let user: UserStub
    /// Where the server sends a message when the bot's feed has changes; nil if it sends none.
    public let webhookURL: String?
    /// Nil if the bot has no webhook.
    public let webhookState: WebhookState?
    /// Why the last message wasn't taken, in a few words; nil if it was.
    public let webhookError: String?
    /// The new token, with which the bot's program calls the API; nil unless the request made it.
    public let token: String?
    /// The new secret that signs the messages; nil unless the request made it.
    public let webhookSecret: String?

    public init(
        user: UserStub, webhookURL: String? = nil, webhookState: WebhookState? = nil, webhookError: String? = nil, token: String? = nil,
        webhookSecret: String? = nil
    ) {
        (self.user, self.webhookURL, self.webhookState, self.webhookError) = (user, webhookURL, webhookState, webhookError)
        (self.token, self.webhookSecret) = (token, webhookSecret)
    }
}

/// The data of a new bot.
public struct NewBot: Input {
    /// The maximum number of bots that a community can have.
    public static let limit = 50

    /// The username: 2 to 30 letters, digits, `_`, `.` and `-`, unique in the community regardless of case.
    public let username: String
    /// Where to send a message when the bot's feed has changes; nil for nowhere.
    public let webhookURL: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(username: String, webhookURL: String? = nil) {
        (self.username, self.webhookURL) = (username, webhookURL)
    }

    public init(_ fields: inout Fields) {
        username = fields.required("username", .username)
        webhookURL = fields.optional("webhookURL", .webhookURL)
    }
}

/// What a change of a bot makes anew.
public struct BotRotation: OpenEnumeration {
    /// A new token. The old one ends at once.
    public static let token = Self(keeping: "token")
    /// A new secret for the webhook. The old one signs beside it for 24 hours.
    public static let secret = Self(keeping: "secret")

    public static let allCases = [token, secret]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The changes to a bot.
public struct BotChange: Input {
    public let botID: UUID
    /// The new address of the webhook, or its removal. An address turns a webhook on again, also the one that it had.
    public let webhookURL: Patch<String>
    /// What is made anew; nil for nothing.
    public let rotate: BotRotation?

    /// Creates the input without checking it; the server enforces the limits.
    public init(botID: UUID, webhookURL: Patch<String> = .keep, rotate: BotRotation? = nil) {
        (self.botID, self.webhookURL, self.rotate) = (botID, webhookURL, rotate)
    }

    public init(_ fields: inout Fields) {
        botID = fields.required("botID", .uuid)
        webhookURL = fields.patch("webhookURL", .webhookURL)
        rotate = fields.optional("rotate", .oneOf(BotRotation.self, placeholder: .token))
    }
}

/// A reference to a bot of the community.
public struct BotReference: Input {
    public let botID: UUID

    public init(botID: UUID) {
        self.botID = botID
    }

    public init(_ fields: inout Fields) {
        botID = fields.required("botID", .uuid)
    }
}

/// The body of a webhook's message. It has no content: the bot fetches that with its token.
public struct WebhookMessage: Codable, Sendable, Equatable {
    /// The kind of message. There is only this one.
    public static let changesAvailable = "changes.available"

    /// What the message is about.
    public struct Subject: Codable, Sendable, Equatable {
        /// The bot's id as a user.
        public let botID: UUID

        public init(botID: UUID) {
            self.botID = botID
        }
    }

    public let type: String
    /// When the message was sent.
    public let timestamp: Date
    public let data: Subject

    public init(timestamp: Date, botID: UUID) {
        (type, self.timestamp, data) = (Self.changesAvailable, timestamp, Subject(botID: botID))
    }
}

extension Problem.Code {
    /// The server can't keep the secrets of webhooks, because its operator set no master key.
    public static let webhooksUnavailable = Self(
        "webhooks_unavailable", 422, "This server sends no webhooks: its operator has to set MASTER_KEY or MASTER_KEY_FILE.")
}

extension Endpoints {
    static let bots: [any EndpointDeclaration] = [createBot, listBots, changeBot, deleteBot]

    public static let createBot = Endpoint<NewBot, Bot>(
        "createBot", .post, "/bots", .roles([.admin, .owner]), success: 201, errors: [.usernameTaken, .limitReached, .webhooksUnavailable],
        summary: "Create a bot. No other answer contains its token and its webhook's secret.",
        details: """
            A bot is a member without a password. Its program sends the token as `Authorization: Bearer …`, and listens with \
            `GET /changes?wait`, or fetches when the webhook says so. Any member can bring it into a room.
            """)
    public static let listBots = Endpoint<NoInput, Items<Bot>>(
        "listBots", .get, "/bots", .roles([.admin, .owner]), summary: "List the community's bots, oldest first.")
    public static let changeBot = Endpoint<BotChange, Bot>(
        "changeBot", .patch, "/bots/{botID}", .roles([.admin, .owner]), errors: [.webhooksUnavailable],
        summary: "Change a bot's webhook, or give it a new token or a new secret.")
    public static let deleteBot = Endpoint<BotReference, NoContent>(
        "deleteBot", .delete, "/bots/{botID}", .roles([.admin, .owner]), success: 204,
        summary: "Delete a bot. What it wrote stays, without an author.")
}
