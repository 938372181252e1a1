import DavenportAPI
import Domain
import Postgres

// The tables of play in the archive of a tenant that moves to another cluster (rules 15).

extension [ExportedTable] {
    static let play = [
        ExportedTable(
            "play_settings", secrets: ["secret": "sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))"],
            rules: ["language": .language]),
        ExportedTable("play_apps", rules: ["bundle": .text(BundleID.expectation, BundleID.isOne)]),
        ExportedTable("challenges", secrets: ["request_digest": "''"], rules: ["language": .language, "letters": .letters]),
        ExportedTable("challenge_players"),
        // Once the whole tenant is imported, the moves are replayed on their puzzles.
        ExportedTable("plays", parts: [ExportedTable("played_words")], rules: ["moves": .moves]),
        ExportedTable("score_counts"), ExportedTable("board_entries", rules: ["period": .dayOrBeginning]),
        ExportedTable("board_counts", rules: ["period": .dayOrBeginning]), ExportedTable("play_profiles"),
        ExportedTable("entitlements", rules: ["original_transaction_id": .storeName, "product_id": .storeName]),
        ExportedTable("revoked_transactions", rules: ["period": .momentOrInfinity]), ExportedTable("deleted_challenges"),
    ]
}

extension ColumnRule {
    fileprivate static let language = ColumnRule.text("must be a language", WordListRules.isLanguage)
    fileprivate static let storeName = ColumnRule.text("must be an id from the App Store", StoreIntake.isName)
    fileprivate static let letters = ColumnRule.text("must be the letters of a puzzle") {
        Puzzle($0)?.letters.allSatisfy(WordListRules.isLetter) == true
    }
    fileprivate static let moves = ColumnRule {
        guard case .list(let moves) = $0 else { return "must be a list" }
        return moves.count <= Game.longest ? nil : "must have at most \(Game.longest) moves"
    }
}
