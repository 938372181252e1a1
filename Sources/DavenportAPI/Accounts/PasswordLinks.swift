import Foundation

/// The people who may make links for new passwords in a community (rules 2).
public struct PasswordLinkMakers: OpenEnumeration {
    /// Admins and owners, each for the members that they may change.
    public static let admins = Self(keeping: "admins")
    public static let owners = Self(keeping: "owners")
    /// Nobody but the operators of the deployment.
    public static let off = Self(keeping: "off")

    public static let allCases = [admins, owners, off]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A new link with which a member sets a new password. No other answer contains its code.
public struct PasswordLink: Codable, Sendable {
    /// The link's code, such as `C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T`: letters and digits in groups. Anybody who knows it
    /// can set the member's password, once.
    public let code: String
    /// The address of the web client's page for the code, on the community's host, or else at the deployment's `PUBLIC_URL`.
    /// Nil without both.
    public let url: String?
    /// The time from which the link doesn't work: 24 hours after it was made.
    public let expiresAt: Date

    public init(code: String, url: String?, expiresAt: Date) {
        (self.code, self.url, self.expiresAt) = (code, url, expiresAt)
    }
}

/// A link for a new password that somebody has made for the caller and that still works.
public struct OpenPasswordLink: Codable, Sendable, Equatable {
    /// The admin or owner who made the link; nil if an operator did.
    public let by: UserStub?
    public let createdAt: Date
    public let expiresAt: Date

    public init(by: UserStub?, createdAt: Date, expiresAt: Date) {
        (self.by, self.createdAt, self.expiresAt) = (by, createdAt, expiresAt)
    }
}

/// A request for a link for a new password, by e-mail.
public struct PasswordLinkRequest: Input {
    /// The e-mail address of the account: 3 to 254 characters.
    public let email: String

    public init(email: String) {
        self.email = email
    }

    public init(_ fields: inout Fields) {
        email = fields.required("email", .email)
    }
}

/// A request to look up a link for a new password by its code.
public struct PasswordLinkQuery: Input {
    /// The code: 1 to 100 characters. Case and characters between the letters, such as spaces and hyphens, don't
    /// matter.
    public let code: String

    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .secretCode)
    }
}

/// The data of a link for a new password that the holder of its code can read.
public struct PasswordLinkPreview: Codable, Sendable {
    /// The community of the account.
    public let tenant: InvitePreview.Tenant
    /// The username of the account.
    public let username: String
    /// The earlier e-mail address that the account gets back when the link is used; nil if it keeps the one it has.
    public let restoredEmail: String?

    public init(tenant: InvitePreview.Tenant, username: String, restoredEmail: String? = nil) {
        (self.tenant, self.username, self.restoredEmail) = (tenant, username, restoredEmail)
    }
}

/// A new password, for the account that a link's code names.
public struct PasswordLinkUse: Input {
    /// The code: 1 to 100 characters, as in `PasswordLinkQuery`.
    public let code: String
    /// The new password: 8 to 128 characters. It can't be a common password, the username or the e-mail address.
    public let password: String
    /// The name that the person gives to the device: 1 to 100 characters; nil for none.
    public let deviceName: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(code: String, password: String, deviceName: String? = nil) {
        (self.code, self.password, self.deviceName) = (code, password, deviceName)
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .secretCode)
        password = fields.required("password", .password)
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

extension Endpoints {
    static let passwordLinks: [any EndpointDeclaration] = [
        makePasswordLink, endPasswordLink, requestPasswordLink, lookUpPasswordLink, usePasswordLink,
    ]

    public static let makePasswordLink = Endpoint<UserReference, PasswordLink>(
        "makePasswordLink", .post, "/members/{userID}/password-link", .roles([.admin, .owner]), success: 201,
        errors: [.tooManyRequests],
        summary: "Make a link with which a member sets a new password. No other answer contains its code.",
        details: """
            The link works once, for 24 hours, and ends an older one of the same member, who is notified. `passwordLinks` of \
            `GET /v1/tenant` says who may make links.
            """)
    public static let endPasswordLink = Endpoint<NoInput, NoContent>(
        "endPasswordLink", .delete, "/me/password-link", .user, success: 204,
        summary: "End the link with which your password could be set, if there is one.")
    public static let requestPasswordLink = Endpoint<PasswordLinkRequest, NoContent>(
        "requestPasswordLink", .post, "/password-links", .anyone, success: 202, errors: [.featureOff, .tooManyRequests],
        summary: "Send a link with which the password is set to an e-mail address, if it has an account.",
        details: "The answer is the same for every address. `email` of `GET /v1/tenant` says whether the community sends e-mails.")
    public static let lookUpPasswordLink = Endpoint<PasswordLinkQuery, PasswordLinkPreview>(
        "lookUpPasswordLink", .post, "/password-links/lookup", .anyone, errors: [.linkInvalid, .tooManyRequests],
        summary: "Look up the account whose password a link sets.")
    public static let usePasswordLink = Endpoint<PasswordLinkUse, SignedIn>(
        "usePasswordLink", .post, "/password-links/use", .anyone, success: 201,
        errors: [.crossOrigin, .linkInvalid, .suspended, .tooManyRequests], sessionEffect: .begins,
        summary: "Set a new password with a link, and log in on this device.",
        details: "It ends every other session of the account, its keys, its open invites, and the link.")
}
