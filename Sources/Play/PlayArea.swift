import Domain

extension Area {
    /// Friends who play the same puzzle each day, once each, and compare.
    public static let play = Area(
        "play",
        tables: ["played_words", "plays", "challenges", "play_profiles", "play_settings"],
        notices: .play,
        erasure: PlayErasure.statements)
}
