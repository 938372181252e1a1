import Foundation
import UUIDText

extension Problem.Code {
    /// The same people have a room for the same thing, and none more was asked for; `roomID` names it.
    public static let roomExists = Self("room_exists", 409, "This room exists already.")
    /// It has as many members as a room may have.
    public static let roomFull = Self("room_full", 409, "The room is full.")
    /// One of them blocks another; nobody is named.
    public static let membersCannotShareRoom = Self("members_cannot_share_room", 409, "These people can't be brought together.")
    /// The room is about a special, a movie or something of one's own, or nothing of the show has aired after it.
    public static let noNextEpisode = Self("no_next_episode", 409, "There is no next episode.")
    /// The catalogue knows no such show, episode or movie.
    public static let unknownSubject = Self("unknown_subject", 422, "There is no such show, episode or movie.")
}

extension [Problem.Code] {
    /// What the area's endpoints name, in the order of the documentation; of each, `errors` says where. A test finds one that is missing.
    static let watch: Self = [
        .unknownUser, .roomExists, .roomFull, .membersCannotShareRoom, .idTaken, .noNextEpisode, .unknownSubject, .catalogueUnavailable,
    ]
}

extension Problem {
    /// The same people have a room for the same thing (rule 5.4).
    public static func roomExists(_ roomID: UUID) -> Problem {
        Problem(.roomExists, members: ["roomID": .id(roomID)])
    }

    /// The catalogue knows no such thing (rules 5).
    package static func unknownSubject(of kind: Subject.Kind) -> Problem {
        let field = kind == .tv ? "subject.episode" : "subject.movieID"
        return Problem(.unknownSubject, errors: [FieldFault(field: field, code: .unknown, message: "names nothing that the catalogue has")])
    }

    /// The room that exists already, where the code is `room_exists`.
    public var roomID: UUID? { members["roomID"]?.text.flatMap(UUID.init(text:)) }
}
