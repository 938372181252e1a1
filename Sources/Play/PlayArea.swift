import Domain

extension Area {
    /// The play area: friends solve the same puzzle each day, each of them once, and compare their results.
    public static let play = Area(
        "play",
        // `deleted_challenges` comes last, because deleting a row of `challenges` writes its id there.
        tables: [
            "board_counts", "board_entries", "score_counts", "played_words", "plays", "challenge_players", "challenges", "play_profiles",
            "entitlements", "revoked_transactions", "play_apps", "play_settings", "deleted_challenges",
        ],
        exportedTables: .play,
        derivedColumnChecks: PlayDerivation.statements,
        zones: [ZoneColumn("day_zone", of: "play_settings")],
        contradictions: PlayVerification.wrong,
        exportedSections: .play,
        allowances: [.challenges, .moves],
        notices: .reminders + .ownChallenges,
        feed: Feed(collections: [.challenges, .plays]),
        onJoin: { try await PlayReminderRepository($0).welcome($1) },
        erasure: PlayErasure.statements)
}
