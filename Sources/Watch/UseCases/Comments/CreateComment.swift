import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a comment in a room, at one second of the timeline of the room's subject.
    public func createComment(_ caller: Caller, _ input: NewComment) async throws -> Created<Comment> {
        let said = TimestampText.said(input.content, at: input.seconds, literal: input.literal)
        let (seconds, digest) = (said.seconds ?? 0, try RequestDigest.of(input, id: input.id))
        let filtered = try await readTextRules(for: caller).check(["content": said.content, "quote": input.quote])
        let id = input.id ?? .version7(at: database.clock.now)
        let mentions = try await findMentions(in: said.content, roomID: input.roomID, for: caller)
        let made = try await database.transaction(for: caller, filtered.isEmpty ? .singleRoundTrip : .readWrite) { transaction in
            let made = try await CommentRepository(transaction).create(
                id, in: input.roomID, by: caller.userID, isNewcomer: caller.isNewcomer(at: transaction.now), seconds: seconds,
                content: said.content, quote: input.quote, replyTo: input.replyTo, mentions: mentions, digest: digest)
            if made != nil { try await ReportFilteredText(transaction, areas: areas).comment(id, by: caller.userID, filtered) }
            return made
        }
        if let made { return Created(made) }
        // Asked for only after a refusal, since most comments are created.
        let refusal = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await CommentRepository(transaction).refusal(
                of: id, in: input.roomID, by: caller.userID, isNewcomer: caller.isNewcomer(at: transaction.now), seconds: seconds,
                replyTo: input.replyTo, digest: digest)
        }
        switch refusal {
        case .existing(let comment, let isSameRequest):
            guard isSameRequest else { throw Problem(.idTaken) }
            return Created(comment, isNew: false)
        case .idTaken: throw Problem(.idTaken)
        case .noMember: throw Problem(.notFound)
        case .noAnswer: throw Problem.invalid("replyTo", .unknown, "must be a comment of this room, at the same second or an earlier one")
        case .limited(let until): throw Problem.tooManyRequests(until: until, at: database.clock.now)
        }
    }
}
