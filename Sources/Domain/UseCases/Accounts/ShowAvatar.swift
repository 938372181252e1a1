import DavenportAPI

/// The picture of somebody, for everybody in the tenant whom they don't block.
public struct ShowAvatar: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserReference) async throws -> Media {
        let found = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await AvatarRepository(transaction).find(input.userID, for: caller.userID)
        }
        // It may have been stored when pictures were kept as they came.
        guard let found, let picture = PlainPicture(found.bytes) else { throw Problem(.notFound) }
        return Media(type: picture.kind.rawValue, bytes: picture.bytes)
    }
}
