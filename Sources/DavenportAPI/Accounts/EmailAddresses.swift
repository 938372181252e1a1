import Foundation

/// What is known of a person's e-mail address (rules 26).
public struct EmailState: OpenEnumeration {
    /// Nobody has shown that they read the address's mails.
    public static let unverified = Self(keeping: "unverified")
    public static let verified = Self(keeping: "verified")
    /// The mail server refused the address three times in a row, so mails are sent to it only when somebody asks for one.
    public static let unreachable = Self(keeping: "unreachable")

    public static let allCases = [unverified, verified, unreachable]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// How often a person gets a digest: an e-mail that says what waits for them (rules 26).
public struct DigestFrequency: OpenEnumeration {
    public static let off = Self(keeping: "off")
    /// At 18:00 in the person's time zone, if something new waits for them.
    public static let daily = Self(keeping: "daily")
    public static let weekly = Self(keeping: "weekly")

    public static let allCases = [off, daily, weekly]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The code of the link that was sent to an e-mail address.
public struct EmailVerification: Input {
    /// The code: 1 to 100 characters. Case and characters between the letters, such as spaces and hyphens, don't matter.
    public let code: String

    /// Creates the input without checking it; the server enforces the limits.
    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .secretCode)
    }
}

/// An e-mail address that is verified now, and the account that has it.
public struct VerifiedEmail: Codable, Sendable, Equatable {
    /// The community of the account.
    public let tenant: InvitePreview.Tenant
    /// The username of the account.
    public let username: String
    public let email: String
    /// How often the account gets a digest from now on; nil if a device gets its notifications.
    public let digest: DigestFrequency?

    public init(tenant: InvitePreview.Tenant, username: String, email: String, digest: DigestFrequency? = nil) {
        (self.tenant, self.username, self.email, self.digest) = (tenant, username, email, digest)
    }
}

/// A request to end the mails that the code of a mail's link names.
public struct MailStopRequest: BytesInput {
    /// The media types of the body.
    public static let mediaTypes = ["application/x-www-form-urlencoded", "multipart/form-data"]
    /// The maximum size of the body in bytes.
    public static let size = 4096

    /// The code: 1 to 200 characters.
    public let stopCode: String
    /// The body, which the server ignores. A mail program sends a form with `List-Unsubscribe=One-Click`.
    public let content: [UInt8]

    /// Creates the input without checking it; the server enforces the limits.
    public init(stopCode: String, content: [UInt8]) {
        (self.stopCode, self.content) = (stopCode, content)
    }

    public init(_ fields: inout Fields) {
        stopCode = fields.required("stopCode", .text(1...200))
        content = fields.content
    }

    private enum CodingKeys: CodingKey {
        case stopCode
    }

    /// Encodes the code without the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stopCode, forKey: .stopCode)
    }
}

extension Endpoints {
    static let emailAddresses: [any EndpointDeclaration] = [requestEmailVerification, verifyEmail, stopMails]

    public static let requestEmailVerification = Endpoint<NoInput, NoContent>(
        "requestEmailVerification", .post, "/me/email-verification", .user, success: 202, errors: [.featureOff, .tooManyRequests],
        summary: "Send a link to your e-mail address, with which you show that you read its mails.",
        details: "The link works for 7 days, and ends an older one. A verified address gets no mail.")
    public static let verifyEmail = Endpoint<EmailVerification, VerifiedEmail>(
        "verifyEmail", .post, "/email-verifications", .anyone, errors: [.linkInvalid, .tooManyRequests],
        summary: "Show with the code of a link that somebody reads the mails of an e-mail address.")
    public static let stopMails = Endpoint<MailStopRequest, NoContent>(
        "stopMails", .post, "/mail-stops/{stopCode}", .stranger, body: .bytes(of: MailStopRequest.mediaTypes, upTo: MailStopRequest.size),
        success: 204, errors: [.linkInvalid], isIdempotent: true,
        summary: "End the mails of one kind to an address, with the code of one of them.",
        details: "Mail programs send it when their reader unsubscribes (RFC 8058). The body says nothing.")
}
