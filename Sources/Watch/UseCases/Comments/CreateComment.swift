import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a comment in a room, at one second of the timeline of the room's subject.
    public func createComment(_ caller: Caller, _ input: NewComment) async throws -> Created<Comment> {
        let said = TimestampText.said(input.content, at: input.seconds, literal: input.literal)
        let (pictures, id) = (input.pictures ?? [], input.id ?? UUID.version7(at: database.clock.now))
        let (seconds, digest) = (said.seconds ?? 0, try RequestDigest.of(input, id: input.id))
        let filtered = try await readTextRules(for: caller).check(["content": said.content, "quote": input.quote], and: pictures.texts)
        let mentions = try await findMentions(in: said.content, roomID: input.roomID, for: caller)
        let isSimple = filtered.isEmpty && pictures.isEmpty
        let made: Comment? = try await database.transaction(for: caller, isSimple ? .singleRoundTrip : .readWrite) { transaction in
            guard try await PictureRepository(transaction).lock(pictures.fileIDs, of: caller.userID) else { return nil }
            let made = try await CommentRepository(transaction).create(
                id, in: input.roomID, by: caller.userID, isNewcomer: caller.isNewcomer(at: transaction.now), seconds: seconds,
                content: said.content, quote: input.quote, replyTo: input.replyTo, pictures: pictures,
                mentions: mentions, digest: digest)
            if made != nil { try await PictureRepository(transaction).attach(pictures.fileIDs, to: id) }
            if made != nil { try await ReportFilteredText(transaction, areas: areas).comment(id, by: caller.userID, filtered) }
            return made
        }
        if let made { return Created(made) }
        // Asked for only after a refusal, since most comments are created.
        let refusal = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await CommentRepository(transaction).refusal(
                of: id, in: input.roomID, by: caller.userID, isNewcomer: caller.isNewcomer(at: transaction.now), seconds: seconds,
                replyTo: input.replyTo, hasPictures: !pictures.isEmpty, digest: digest)
        }
        switch refusal {
        case .existing(let comment, let isSameRequest):
            guard isSameRequest else { throw Problem(.idTaken) }
            return Created(comment, isNew: false)
        case .idTaken: throw Problem(.idTaken)
        case .noMember: throw Problem(.notFound)
        case .noAnswer: throw Problem.invalid("replyTo", .unknown, "must be a comment of this room, at the same second or an earlier one")
        case .noPictures: throw Problem.unknownFile(in: "pictures")
        case .limited(let until): throw Problem.tooManyRequests(until: until, at: database.clock.now)
        }
    }
}

extension [NewPicture] {
    /// The alternative texts, with the names of their fields.
    var texts: [(String, String?)] { enumerated().map { ("pictures.\($0.offset).alternative", $0.element.alternative) } }
}
