extension AreaContract {
    /// Friends who watch a thing apart, and talk along its timeline.
    public static let watch = AreaContract(
        "watch",
        chapters: [
            Chapter("Rooms", "Watching apart: a room is the discussion of one episode, movie or anything with a title.", Endpoints.rooms),
            Chapter("Comments", "What people say along the timeline.", Endpoints.comments),
            Chapter("Dashboard", "What there is to watch, to read, to wait for and to discuss.", Endpoints.dashboard),
        ],
        codes: [.roomExists, .roomFull, .membersCannotShareRoom, .idTaken, .noNextEpisode, .unknownSubject, .catalogueUnavailable],
        problemMembers: [ProblemMember("roomID", .uuid, "The room that exists already, with `room_exists`.")],
        kinds: [.roomCreated, .roomWatched, .roomReplies], mutedThings: [.rooms],
        remarks: [
            Endpoints.block.name:
                "Neither can bring the other into a room, and the blocked finds nobody. In rooms that both are in, both stay."
        ],
        words: .watch)
}

extension NotificationKind {
    /// Somebody has made a room with one in it.
    public static let roomCreated = Self(rawValue: "room.created")
    /// Somebody else of a room has watched.
    public static let roomWatched = Self(rawValue: "room.watched")
    /// Others who have watched after one have said something; told together, with their number.
    public static let roomReplies = Self(rawValue: "room.replies")
}
