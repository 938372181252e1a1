import Domain

extension Area {
    /// Friends who play the same puzzle each day, once each, and compare.
    public static let play = Area(
        "play",
        tables: [
            "board_counts", "board_entries", "score_counts", "played_words", "plays", "challenges", "play_profiles", "play_settings",
        ],
        erasure: PlayErasure.statements)
}
