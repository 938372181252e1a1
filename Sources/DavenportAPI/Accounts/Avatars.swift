import Foundation
import UUIDText

/// The limits of pictures of people.
public enum AvatarLimits {
    /// In bytes.
    public static let size = 1024 * 1024
    /// The width and the height, in pixels.
    public static let pixels = 1...4096
    /// What they may be, by their content; what the request calls them doesn't count.
    public static let mediaTypes = ["image/png", "image/jpeg", "image/webp"]

    /// Where the picture of somebody is answered: another address for another picture, so that it can be kept for long.
    package static func address(of userID: UUID, version: String) -> String {
        "/v1/users/\(userID.text)/avatar?v=\(version)"
    }
}

/// A picture of oneself.
public struct NewAvatar: BytesInput {
    /// PNG, JPEG or WebP, within `AvatarLimits`.
    public let image: [UInt8]
    public var content: [UInt8] { image }

    /// A picture as a program sends it; the limits are those of the API.
    public init(image: [UInt8]) {
        self.image = image
    }

    public init(_ fields: inout Fields) {
        image = fields.content
    }
}

extension Endpoints {
    static let avatars: [any EndpointDeclaration] = [setAvatar, deleteAvatar, showAvatar]

    public static let setAvatar = Endpoint<NewAvatar, Me>(
        "setAvatar", .put, "/me/avatar", .user, body: .bytes(of: AvatarLimits.mediaTypes, upTo: AvatarLimits.size),
        errors: [.invalid], summary: "Show a picture of me: PNG, JPEG or WebP.")
    public static let deleteAvatar = Endpoint<NoInput, NoContent>(
        "deleteAvatar", .delete, "/me/avatar", .user, success: 204, summary: "Show no picture of me.")
    public static let showAvatar = Endpoint<UserReference, Media>(
        "showAvatar", .get, "/users/{userID}/avatar", .user, answering: AvatarLimits.mediaTypes, summary: "The picture of somebody.")
}
