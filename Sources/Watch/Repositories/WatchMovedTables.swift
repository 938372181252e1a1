import DavenportAPI
import Domain
import Foundation
import Postgres

// The tables of rooms in the archive of a tenant that moves to another cluster (rules 15).

extension [ExportedTable] {
    static let watch = [
        ExportedTable(
            "rooms", secrets: ["request_digest": "''"],
            parts: [
                ExportedTable("memberships", rules: ["completed_at": .momentOrInfinity, "archive_rank": .momentOrInfinity]),
                ExportedTable("positions", by: ["room_id", "user_id"], rules: ["seconds": .field(.secondOfThing)]),
                ExportedTable("room_requests", by: ["room_id", "user_id"]),
                // Former members of deleted rooms matter only to sync cursors of the old cluster.
                ExportedTable(
                    "former_members", where: "EXISTS (SELECT FROM rooms AS r WHERE r.tenant_id = m.tenant_id AND r.id = m.room_id)"),
                ExportedTable(
                    "comments", by: ["room_id", "number"], secrets: ["request_digest": "''"],
                    // A deleted comment has no content.
                    rules: [
                        "seconds": .field(.secondOfThing), "content": .fieldOrEmpty(.commentContent), "quote": .field(.commentQuote),
                        "reaction_emojis": .each(.emoji), "mention_texts": .each(.mention), "mention_targets": .each(.mentionTarget),
                        "pictures": .pictures,
                    ]),
                ExportedTable(
                    "subtitle_tracks", by: ["room_id", "language"],
                    rules: [
                        "language": .field(.language), "starts": .each(.cueTime), "ends": .each(.cueTime),
                        "texts": .each(.field(.commentQuote)),
                    ]),
                ExportedTable("reactions", by: ["room_id", "comment_id", "emoji", "user_id"], rules: ["emoji": .emoji]),
            ],
            rules: [
                "kind": .subject, "subject_key": .subjectKey, "show_id": .field(.showID), "season": .field(.season),
                "episode": .field(.integer(NewSubject.episodes)), "show_title": .field(.title), "episode_title": .field(.title),
                "episode_id": .field(.catalogueID), "movie_id": .field(.catalogueID), "title": .field(.title),
                "completed_at": .momentOrInfinity, "member_watched_at": .each(.momentOrInfinity),
                "subtitle_languages": .each(.field(.language)),
            ]),
        ExportedTable("deleted_rooms"),
    ]
}

extension ColumnRule {
    /// Accepts a part of a comment that mentions somebody.
    fileprivate static let mention = ColumnRule.text("must begin with @") { $0.hasPrefix("@") && $0.unicodeScalars.count <= 1000 }

    /// Accepts the id of a member or of somebody in a cast.
    fileprivate static let mentionTarget = ColumnRule.text("must be an id") {
        UUID(uuidString: $0) != nil || Int($0).map { $0 > 0 } == true
    }

    /// Accepts a time of a cue in milliseconds.
    fileprivate static let cueTime = ColumnRule.field(.integer(SubtitleLimits.times))

    /// Accepts an emoji in its fully qualified form.
    fileprivate static let emoji = ColumnRule.text("must be an emoji") { Emoji.canonical($0) == $0 }

    /// Accepts only the key that follows from the subject in the other columns. It may be derived from a title in any script.
    fileprivate static let subjectKey = ColumnRule(besides: { value, row in
        let whole = { (column: String) in if case .integer(let number) = row[column] { "\(number)" } else { "" } }
        let key =
            switch row["kind"]?.text.flatMap(Subject.Kind.init(rawValue:)) {
            case .tv: "\(whole("show_id")) \(whole("season")) \(whole("episode"))"
            case .movie: whole("movie_id")
            default: Subject.custom(title: row["title"]?.text ?? "").key
            }
        return value.text == key ? nil : "must be the key of the room's subject"
    })

    /// Checks that a row has the columns from which a room with a subject of its kind is decoded.
    fileprivate static let subject = ColumnRule(besides: { value, row in
        guard let kind = value.text.flatMap(Subject.Kind.init(rawValue:)) else { return "must be a kind of subject" }
        let columns =
            switch kind {
            case .tv: ["show_id", "season", "episode"]
            case .movie: ["movie_id"]
            default: ["title"]
            }
        return columns.first { row[$0] ?? .null == .null }.map { "needs \($0)" }
    })
}
