import Domain

extension Area {
    /// Friends who watch a thing apart, and talk along its timeline.
    public static let watch = Area(
        "watch",
        tables: ["comments", "former_members", "rooms", "memberships", "deleted_rooms"],
        allowances: [.comments, .rooms],
        notices: .watch,
        muting: .rooms,
        erasure: WatchErasure.statements)
}
