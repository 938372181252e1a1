extension AreaContract {
    /// The contract for rooms in which friends watch at different times and comment along the timeline.
    public static let watch = AreaContract(
        "watch",
        chapters: [
            Chapter("Rooms", "A room is the discussion of one episode, movie or custom title.", Endpoints.rooms),
            Chapter(
                "Requests to join", "Friends ask to join a room that a member has opened to them, and a member answers.",
                Endpoints.roomRequests),
            Chapter("Position", "Where you are in the episode or movie. Only you see it, on all of your devices.", Endpoints.positions),
            Chapter("Comments", "Comments of a room's members along the timeline.", Endpoints.comments),
            Chapter("Reactions", "Emoji of a room's members on its comments.", Endpoints.reactions),
            Chapter("Mentions", "Members and cast that a comment can mention with `@`.", Endpoints.mentions),
            Chapter("Subtitles", "The lines of the show or movie, which a comment can quote.", Endpoints.subtitles),
            Chapter("Players", "Events of players of videos, which mark rooms as watched.", Endpoints.players),
            Chapter("History", "What you watched elsewhere, as rooms of your own.", Endpoints.history),
            Chapter("Dashboard", "Your active rooms by group, and what each asks of you.", Endpoints.dashboard),
        ],
        codes: .watch,
        problemMembers: [ProblemMember("roomID", .uuid, "The id of the existing room, with `room_exists`.")],
        kinds: [.roomCreated, .roomWatched, .roomReplies, .roomMentioned, .roomRequested, .roomAccepted], mutedThings: [.rooms],
        endpointNotes: [
            Endpoints.block.name:
                "Neither can add the other to a room, and the blocked person can't find you. You both stay in the rooms you share."
        ],
        changes: [ChangesPart.rooms, ChangesPart.comments, ChangesPart.dashboard, ChangesPart.roomRequests], meanings: .watch)
}

extension NotificationKind {
    /// Somebody created a room that includes the recipient.
    public static let roomCreated = Self(rawValue: "room.created")
    /// Another member of a room marked its subject as watched.
    public static let roomWatched = Self(rawValue: "room.watched")
    /// Other members commented in a room whose subject the recipient has watched too. One notification can stand for
    /// several comments and contains their number.
    public static let roomReplies = Self(rawValue: "room.replies")
    /// Another member mentioned the recipient, or answered the recipient's comment, in a comment that the recipient may see by now.
    public static let roomMentioned = Self(rawValue: "room.mentioned")
    /// A friend asks to join a room that the recipient is in.
    public static let roomRequested = Self(rawValue: "room.requested")
    /// A member accepted the recipient's request to join a room.
    public static let roomAccepted = Self(rawValue: "room.accepted")
}
