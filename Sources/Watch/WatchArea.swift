import Domain

extension Area {
    /// The watch area: friends watch the same thing apart, and discuss it along its timeline.
    public static let watch = Area(
        "watch",
        tables: [
            "reactions", "comments", "positions", "subtitle_tracks", "room_requests", "rooms", "memberships", "former_members",
            "deleted_rooms",
        ],
        exportedTables: .watch,
        derivedColumnChecks: WatchDerivation.statements,
        exportedSections: .watch,
        allowances: [
            .comments, .edits, .marks, .playerEvents, .reactions, .subtitles, .rooms, .roomRequests, .history,
            .pictures,
        ],
        capacities: [.pictureBytes],
        fileUse: .watch,
        notices: .watch,
        calendar: WatchCalendar.events,
        muting: .rooms,
        reportableThings: .watch,
        invitedRooms: .watch,
        feed: Feed(collections: [.rooms, .comments], documents: [.dashboard, .roomRequests]),
        onJoin: RoomWelcome.join,
        erasure: WatchErasure.statements)
}
