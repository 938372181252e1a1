import DavenportAPI
import Domain
import Foundation

/// Says something in a room, along its timeline.
public struct CreateComment: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NewComment) async throws -> Created<Comment> {
        let timing = CommentTiming(content: input.content, seconds: input.seconds, literal: input.literal)
        let digest = try RequestDigest.of(input, id: input.id)
        let outcome = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await CommentRepository(transaction).create(
                input.id ?? .version7(at: transaction.now), in: input.roomID, by: caller.userID, seconds: timing.seconds ?? 0,
                content: timing.content, digest: digest)
        }
        switch outcome {
        case .created(let comment): return Created(comment)
        case .existing(let comment, let isSameRequest):
            guard isSameRequest else { throw Problem(.idTaken) }
            return Created(comment, isNew: false)
        case .idTaken: throw Problem(.idTaken)
        case .noMember: throw Problem(.notFound)
        case .limited(let until): throw Problem.tooManyRequests(until: until, at: database.clock.now)
        }
    }
}
