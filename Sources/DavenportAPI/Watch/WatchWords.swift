extension Words {
    static let watch: Words = rooms + groups + comments + shared

    private static let rooms: Words = [
        "NewRoom.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "subject": .init(meaning: "What it is about."),
        "showID": .init(meaning: "The show's number at TMDB.", example: 95396),
        "movieID": .init(meaning: "The movie's number at TMDB.", example: 13),
        "season": .init(meaning: "0 are specials.", example: 1),
        "episode": .init(example: 1),
        "showTitle": .init(example: "Severance"),
        "episodeTitle": .init(example: "Good News About Hell"),
        "title": .init(example: "Severance"),
        "Subject.movie.title": .init(example: "Forrest Gump"),
        "memberIDs": .init(meaning: "The others; oneself is a member anyway.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
        "rewatch": .init(meaning: "Make the room although the same people have one for the same thing."),
        "roomID": .init(meaning: "A room that one is in.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "members": .init(meaning: "Everybody in it, oneself included."),
        "isHost": .init(meaning: "The host may delete the room and any comment."),
        "watchedAt": .init(
            meaning: "Since when the person has watched. A moment up to five minutes ahead is taken as now, a later one is refused."),
        "completedAt": .init(meaning: "Since when everybody has watched; absent until then."),
        "archivesAt": .init(meaning: "When it goes to the archive, or went; absent until everybody has watched."),
        "lastActivityAt": .init(meaning: "When the last room, comment or watched mark was made."),
        "commentCount": .init(example: 2),
        "unreadCount": .init(meaning: "Comments by others that one has not read.", example: 1),
        "readNumber": .init(meaning: "The number of the last comment that one has read; 0 before the first.", example: 1),
        "attention": .init(
            meaning: "What it wants of one: to watch, to read what is new, to wait for somebody who has not watched, or to discuss."),
        "archived": .init(meaning: "Whether everybody has watched at least seven days ago."),
        "muted": .init(meaning: "Whether it sends one no notifications."),
    ]

    private static let groups: Words = [
        "group": .init(meaning: "The id of its group, opaque.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "Dashboard.Section.group": .init(),
        "Group.id": .init(meaning: "Opaque; changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "GroupCard.id": .init(meaning: "Opaque; changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "activeCount": .init(meaning: "How many of its rooms are on the dashboard.", example: 1),
        "archivedCount": .init(example: 6),
        "nextEpisode": .init(meaning: "The episode that the group could go on with."),
        "NextEpisode.title": .init(example: "Half Loop"),
    ]

    private static let comments: Words = [
        "NewComment.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "commentID": .init(meaning: "A comment of the room.", example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "number": .init(meaning: "1, 2, 3 … within the room, in the order of creation.", example: 1),
        "seconds": .init(meaning: "From the start of the thing; 0 is the general thread.", example: 943),
        "content": .init(example: "that hallway!"),
        "NewComment.content": .init(
            meaning: "A timestamp at its head wins over `seconds` and is cut off: `15:43 that hallway!` lands at 15:43.",
            example: "15:43 that hallway!"),
        "literal": .init(meaning: "Leave the content as typed, timestamp or not."),
        "author": .init(meaning: "Absent when the author's account is gone."),
    ]

    /// What fields of endpoints mean that all areas share.
    private static let shared: Words = [
        "NotificationPreferences.mutedRooms": mutedRooms, "NewNotificationPreferences.mutedRooms": mutedRooms,
    ]

    private static let mutedRooms = Word(
        meaning: "Rooms that one is told nothing of.", example: ["01a1fcfb-1172-778e-8c3f-4f8d0669bedb"])
}
