import Foundation
import UUIDText

extension Problem.Code {
    /// The same people already have a room for the same subject, and the request doesn't set `rewatch`. The problem's
    /// member `roomID` is the existing room's id.
    public static let roomExists = Self("room_exists", 409, "This room exists already.")
    /// The room has the maximum number of members.
    public static let roomFull = Self("room_full", 409, "The room is full.")
    /// Two of the people can't share a room, because one of them blocks the other. The answer doesn't say which two
    /// people.
    public static let membersCannotShareRoom = Self("members_cannot_share_room", 409, "These people can't be brought together.")
    /// The caller has watched the room's subject, so they have no position in it.
    public static let watched = Self("watched", 409, "You have watched this.")
    /// The room isn't about an episode of a show, or is about a special, or no later episode of the show has aired.
    public static let noNextEpisode = Self("no_next_episode", 409, "There is no next episode.")
    /// The catalogue has no such show, episode or movie.
    public static let unknownSubject = Self("unknown_subject", 422, "There is no such show, episode or movie.")
}

extension [Problem.Code] {
    /// The codes that only the endpoints for rooms and comments declare, in the documentation's order. A test finds a
    /// code that is missing in this list.
    static let watch: Self = [
        .unknownUser, .roomExists, .roomFull, .membersCannotShareRoom, .idTaken, .limitReached, .watched, .noNextEpisode, .unknownSubject,
        .catalogueUnavailable, .unknownFile,
    ]
}

extension Problem {
    /// Returns the problem that the same people already have a room for the same subject (rule 5.4).
    public static func roomExists(_ roomID: UUID) -> Problem {
        Problem(.roomExists, members: ["roomID": .id(roomID)])
    }

    /// Returns the problem that the catalogue has no such show, episode or movie (rules 5).
    package static func unknownSubject(of kind: Subject.Kind) -> Problem {
        let field = kind == .tv ? "subject.episode" : "subject.movieID"
        return Problem(.unknownSubject, errors: [FieldFault(field: field, code: .unknown, message: "names nothing that the catalogue has")])
    }

    /// The id of the existing room, if the code is `room_exists`; otherwise nil.
    public var roomID: UUID? { members["roomID"]?.text.flatMap(UUID.init(text:)) }
}
