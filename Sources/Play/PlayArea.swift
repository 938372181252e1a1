import Domain

extension Area {
    /// Friends who play the same puzzle each day, once each, and compare.
    public static let play = Area(
        "play",
        // Of deleted challenges the last: what is deleted before leaves its id there.
        tables: [
            "board_counts", "board_entries", "score_counts", "played_words", "plays", "challenge_players", "challenges", "play_profiles",
            "entitlements", "revoked_transactions", "play_apps", "play_settings", "deleted_challenges",
        ],
        moved: .play,
        misderived: PlayDerivation.statements,
        zones: [ZoneColumn("day_zone", of: "play_settings")],
        impossible: PlayVerification.wrong,
        exportedSections: .play,
        allowances: [.challenges],
        notices: .reminders + .ownChallenges,
        feed: Feed(collections: [.challenges, .plays]),
        welcome: { try await PlayReminderRepository($0).welcome($1) },
        erasure: PlayErasure.statements)
}
