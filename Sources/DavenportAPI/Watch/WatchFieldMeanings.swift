extension FieldMeanings {
    static let watch: FieldMeanings = rooms + groups + comments + subtitles + history + shared

    private static let rooms: FieldMeanings = [
        "NewRoom.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "subject": .init(meaning: "The episode, movie or custom title that the room is about."),
        "showID": .init(meaning: "The show's id at TMDB.", example: 95396),
        "Subject.tv.showID": .init(meaning: "The show's id at TMDB. It is negative if the show is known by its title.", example: 95396),
        "NewSubject.tv.showID": .init(meaning: "The show's id at TMDB. Without it, the show is known by its title.", example: 95396),
        "movieID": .init(meaning: "The movie's id at TMDB.", example: 13),
        "season": .init(meaning: "The season's number. Season 0 contains the specials.", example: 1),
        "episode": .init(example: 1),
        "showTitle": .init(example: "Severance"),
        "episodeTitle": .init(example: "Good News About Hell"),
        "title": .init(example: "Severance"),
        "Subject.movie.title": .init(example: "Forrest Gump"),
        "memberIDs": .init(
            meaning: "The ids of the other members. You are always a member.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
        "rewatch": .init(meaning: "Whether to create the room even if the same people have one for the same subject."),
        "secret": .keySecret,
        "roomID": .init(meaning: "A room that you are a member of.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "OthersRoomReference.roomID": .init(
            meaning: "A room that a friend has opened.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "OwnRoomRequest.roomID": .init(meaning: "The room that you ask to join.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "JoinableRoom.subject": .init(meaning: "What the room is about, without an episode's title."),
        "OwnRoomRequest.subject": .init(meaning: "What the room is about, without an episode's title."),
        "memberCount": .init(meaning: "The number of members, including those that aren't named.", example: 2),
        "JoinableRoom.friends": .init(meaning: "Your friends who have opened the room."),
        "JoinableRoom.requestedAt": .init(meaning: "The time at which you asked; absent if no request of yours waits."),
        "RoomRequests.incoming": .init(meaning: "The requests that you may answer, the oldest first."),
        "RoomRequests.outgoing": .init(meaning: "Your own requests that wait, the oldest first."),
        "openRoomIDs": .init(
            meaning: "The rooms that you have opened to your friends.", example: ["01a1fcfb-1172-778e-8c3f-4f8d0669bedb"]),
        "members": .init(meaning: "All members, including you."),
        "isHost": .init(meaning: "Whether the member is the host, who may delete the room and any comment."),
        "watchedAt": .init(
            meaning: """
                The time at which the person watched. In a request, a time up to five minutes ahead counts as now, and a later one is \
                refused.
                """),
        "completedAt": .init(meaning: "The time at which the last member watched; absent until then."),
        "archivesAt": .init(meaning: "The time at which the room is archived, past or future; absent until all members have watched."),
        "lastActivityAt": .init(meaning: "The time of the last new room, comment or watched mark."),
        "commentCount": .init(example: 2),
        "unreadCount": .init(meaning: "The number of other people's comments that you haven't read.", example: 1),
        "readNumber": .init(meaning: "The number of the last comment that you have read; 0 if none.", example: 1),
        "attention": .init(
            meaning: "Your next step: watch, read new comments, wait for somebody who hasn't watched, or discuss."),
        "archived": .init(meaning: "Whether all members watched at least seven days ago."),
        "position": .init(
            meaning: "Where you are in the show or movie; absent if you haven't said, or have watched. Only you see it."),
        "Position.seconds": .init(meaning: "The second at which you were when the position was set.", example: 660),
        "NewPosition.seconds": .init(meaning: "The second of the show or movie at which you are.", example: 660),
        "running": .init(
            meaning: """
                Whether you are watching, so that the position advances by itself. Unless it is renewed within 180 seconds, it counts \
                as paused.
                """),
        "age": .init(meaning: "The number of whole seconds since the position was set; 180 after a longer time.", example: 0),
        "muted": .init(meaning: "Whether the server sends you no notifications about the room."),
        "poster": .init(
            meaning: "The poster of the show or the movie in up to three widths, the narrowest first; absent if the server knows none."),
        "still": .init(
            meaning: """
                A wide picture of the show or the movie, never of an episode, in up to three widths, the narrowest first; absent if the \
                server knows none.
                """),
    ]

    private static let groups: FieldMeanings = [
        "group": .init(meaning: "The opaque id of the room's group.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "Dashboard.Section.group": .init(),
        "Group.id": .init(meaning: "An opaque id that changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "GroupCard.id": .init(meaning: "An opaque id that changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "activeCount": .init(meaning: "The number of its rooms on the dashboard.", example: 1),
        "archivedCount": .init(example: 6),
        "nextEpisode": .init(meaning: "The episode that the group can watch next."),
        "NextEpisode.title": .init(example: "Half Loop"),
    ]

    private static let comments: FieldMeanings = [
        "NewComment.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "commentID": .init(meaning: "A comment of the room.", example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "number": .init(meaning: "The comment's number in its room: 1, 2, 3 … in the order of creation.", example: 1),
        "seconds": .init(meaning: "Seconds from the start of the show or movie; 0 is the general thread.", example: 943),
        "content": .init(example: "that hallway!"),
        "NewComment.content": .init(
            meaning: "The text. A timestamp at its beginning is removed and takes precedence over `seconds`.",
            example: "15:43 that hallway!"),
        "pictures": .init(meaning: "The pictures in their order, at most 4; absent if there are none."),
        "NewPicture.fileID": .init(
            meaning: "A picture that you uploaded and that nothing uses.", example: "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f10"),
        "NewComment.pictures": .init(meaning: "Up to 4 pictures, in their order. The text may be empty beside them."),
        "CommentChange.pictures": .init(
            meaning: "All pictures that the comment has from now on, at most 4. Those left out are deleted, and without it all stay."),
        "literal": .init(meaning: "Whether the server keeps a timestamp at the beginning as text."),
        "gate": .init(
            meaning: "`position` leaves out other people's comments that lie ahead of you. Everything is returned if it is omitted."),
        "hiddenCount": .init(
            meaning: "The number of the room's comments that the gate leaves out, of all pages and seconds; absent without a gate.",
            example: 7),
        "mentions": .init(meaning: "The mentions of members and cast, in the order of the text; absent if there are none."),
        "Mention.text": .init(meaning: "The exact part of the text that mentions somebody.", example: "@ada"),
        "Mention.userID": .init(meaning: "The mentioned member; absent for the cast."),
        "castID": .init(meaning: "The id at TMDB of the actor; absent for members.", example: 1_245_453),
        "prefix": .init(meaning: "The beginning of any word of a name, in any case and without diacritics.", example: "ma"),
        "Mentionable.kind": .init(),
        "Mentionable.text": .init(meaning: "What to write in the comment.", example: "@Mark Scout"),
        "Mentionable.userID": .init(meaning: "The member's id; absent for the cast."),
        "Mentionable.detail": .init(meaning: "The actor of a character, or the character of an actor.", example: "Adam Scott"),
        "reactions": .init(meaning: "The reactions, by the time of each emoji's first use; absent if there are none."),
        "emoji": .init(meaning: "One emoji, at most 32 bytes of UTF-8. It is returned fully qualified: `❤` as `❤️`.", example: "🐐"),
        "Reaction.userIDs": .init(meaning: "The people who reacted, in their order, without those that you may not see."),
        "Reaction.count": .init(meaning: "The number of people who reacted, with those that you may not see.", example: 1),
        "quote": .init(
            meaning: "The line of the show or movie that the comment is about. The server compares it with nothing.",
            example: "Praise Kier."),
        "CommentChange.quote": .init(
            meaning: "The line of the show or movie that the comment is about; null removes it.", example: "Praise Kier."),
        "Comment.replyTo": .init(
            meaning: "The comment of the room that this one answers; it may be deleted. Absent also if the gate leaves that one out.",
            example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "NewComment.replyTo": .init(
            meaning: "The comment that this one answers: one of the room, not deleted, at the same second or an earlier one.",
            example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "author": .init(meaning: "The author; absent if the account was deleted."),
    ]

    private static let subtitles: FieldMeanings = [
        "Room.subtitles": .init(meaning: "The languages of the room's subtitles.", example: ["en"]),
        "language": .init(meaning: "The language as a BCP 47 tag.", example: "pt-BR"),
        "cueCount": .init(meaning: "The number of texts with their times.", example: 612),
        "SubtitleTrack.by": .init(meaning: "The member who set the subtitles."),
        "SubtitleTrack.at": .init(meaning: "The time at which they were set."),
        "Cue.start": .init(meaning: "When the text appears, in milliseconds from the start of the show or movie.", example: 943_000),
        "Cue.end": .init(meaning: "When the text disappears, in milliseconds from the start.", example: 945_500),
        "Cue.text": .init(meaning: "The text without markup, 1 to 500 characters.", example: "Praise Kier."),
        "from": .init(meaning: "The time in milliseconds from which on to return texts.", example: 930_000),
        "to": .init(meaning: "The time in milliseconds before which the last returned text begins.", example: 960_000),
    ]

    private static let history: FieldMeanings = [
        "HistoryItems.items": .init(meaning: "What you watched. Of several items about one thing, the earliest counts."),
        "HistoryItem.subject": .init(
            meaning: """
                What you watched, as for a new room. With titles it is taken as it is. An item has either a subject, or a tvdbID, or a title.
                """),
        "tvdbID": .init(meaning: "TheTVDB's id of a show, with season and episode.", example: 371980),
        "HistoryItem.title": .init(meaning: "The title of a film, with its year.", example: "Seven Samurai"),
        "HistoryItem.year": .init(meaning: "The year in which the film was released.", example: 1954),
        "HistoryItem.watchedAt": .init(meaning: "When you watched it."),
        "made": .init(meaning: "The number of rooms that were created."),
        "known": .init(meaning: "The number of things for which you had a room of your own."),
        "ImportedHistory.unknown": .init(meaning: "The items from which no room was made."),
        "index": .init(meaning: "The item's position in the request, from 0."),
        "ImportedHistory.Unknown.code": .init(meaning: "Why no room was made.", example: "unknown_subject"),
    ]

    /// The documentation of this area's fields in inputs and answers that all areas share.
    private static let shared: FieldMeanings = [
        "NotificationPreferences.mutedRooms": mutedRooms, "NewNotificationPreferences.mutedRooms": mutedRooms,
        "Changes.rooms": .init(meaning: "Rooms to insert or replace by id, and ids of rooms to remove."),
        "Changes.comments": .init(meaning: "Comments to insert, replace or remove. Apply them after the rooms."),
        "Changes.roomRequests": .init(meaning: "The requests to join rooms, if they differ from the last version sent."),
        "Changes.dashboard": .init(meaning: "The dashboard's content in its order, if it differs from the last version sent."),
    ]

    private static let mutedRooms = FieldMeaning(
        meaning: "The rooms about which the server sends you no notifications.", example: ["01a1fcfb-1172-778e-8c3f-4f8d0669bedb"])
}
