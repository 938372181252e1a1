import DavenportAPI
import Foundation
import Secrets

/// Shows a picture of the caller.
public struct SetAvatar: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NewAvatar) async throws -> Me {
        guard let header = ImageHeader(input.image) else { throw DomainError.unsupportedMedia }
        guard AvatarLimits.pixels.contains(header.width), AvatarLimits.pixels.contains(header.height) else {
            let limit = AvatarLimits.pixels.upperBound
            throw DomainError.invalid("image", .outOfRange, "must be at most \(limit) by \(limit) pixels, and at least 1 by 1")
        }
        let version = Data(Digest.sha256(input.image).prefix(9)).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        return try await database.transaction(in: caller.tenant.id) { transaction in
            try await AvatarRepository(transaction).set(
                input.image, mediaType: header.kind.rawValue, version: version, of: caller.userID)
            guard let me = try await AccountRepository(transaction).me(caller.userID) else { throw DomainError.unauthenticated }
            return me
        }
    }
}
