import Foundation
import UUIDText

/// The limits of the pictures of users and communities.
public enum AvatarLimits {
    /// The maximum size of a picture in bytes.
    public static let size = 1024 * 1024
    /// The allowed width and height of a picture in pixels.
    public static let pixels = 1...4096
    /// The allowed media types of a picture. The server determines the type from the bytes and ignores the request's
    /// `Content-Type`.
    public static let mediaTypes = ["image/png", "image/jpeg", "image/webp"]

    /// Returns the path of a user's picture. The path changes with every new picture, so clients and caches can keep
    /// the picture of a path for long.
    package static func address(of userID: UUID, version: String) -> String {
        "/v1/users/\(userID.text)/avatar?v=\(version)"
    }

    /// Returns the path of a community's picture. It changes with every new picture, too.
    package static func addressOfTenant(_ version: String) -> String { "/v1/tenant/picture?v=\(version)" }
}

/// A picture in place of the caller's, or of the community's.
public struct NewAvatar: BytesInput {
    /// The bytes of a PNG, JPEG or WebP image, within `AvatarLimits`.
    public let image: [UInt8]
    public var content: [UInt8] { image }

    /// Creates the input without checking it; the server enforces the limits.
    public init(image: [UInt8]) {
        self.image = image
    }

    public init(_ fields: inout Fields) {
        image = fields.content
    }

    private enum CodingKeys: CodingKey {}

    /// Encodes no fields. The picture is the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}

extension Endpoints {
    static let avatars: [any EndpointDeclaration] = [setAvatar, deleteAvatar, showAvatar]

    public static let setAvatar = Endpoint<NewAvatar, Me>(
        "setAvatar", .put, "/me/avatar", .user, body: .bytes(of: AvatarLimits.mediaTypes, upTo: AvatarLimits.size),
        errors: [.invalid], summary: "Set your picture: PNG, JPEG or WebP.")
    public static let deleteAvatar = Endpoint<NoInput, NoContent>(
        "deleteAvatar", .delete, "/me/avatar", .user, success: 204, summary: "Delete your picture.")
    public static let showAvatar = Endpoint<UserReference, Media>(
        "showAvatar", .get, "/users/{userID}/avatar", .user, answering: AvatarLimits.mediaTypes, summary: "Retrieve a person's picture.")
}
