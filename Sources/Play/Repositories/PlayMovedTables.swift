import Domain
import Postgres

// What of play goes along with a tenant that moves (rules.md 15).

extension [MovedTable] {
    static let play = [
        MovedTable("play_settings", secrets: ["secret": "sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))"]),
        MovedTable("play_apps"), MovedTable("challenges", secrets: ["request_digest": "''"]), MovedTable("challenge_players"),
        MovedTable("plays", parts: [MovedTable("played_words")]),
        MovedTable("score_counts"), MovedTable("board_entries"), MovedTable("board_counts"), MovedTable("play_profiles"),
        MovedTable("entitlements"), MovedTable("revoked_transactions"), MovedTable("deleted_challenges"),
    ]
}
