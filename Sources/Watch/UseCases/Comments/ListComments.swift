import DavenportAPI
import Domain

/// A room's comments along the timeline: by seconds, then number.
public struct ListComments: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: CommentQuery) async throws -> Page<Comment> {
        let after = try Cursor(input.after, parts: 2).map {
            (
                seconds: try $0.integer(0, in: 0...86_399), number: try $0.integer(1, in: 1...Int(Int32.max))
            )
        }
        let comments = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await CommentRepository(transaction).list(
                input.roomID, for: caller.userID, second: input.seconds, after: after, limit: input.limit + 1)
        }
        guard let comments else { throw Problem(.notFound) }
        return Page(comments, limit: input.limit) { Cursor([String($0.seconds), String($0.number)]) }
    }
}
