import DavenportAPI
import Postgres

// The tables of moderation that move with a tenant, and what a user may export of them (rules 15).

extension [ExportedTable] {
    static let moderation = [
        ExportedTable("report_cases", rules: ["text": .field(.warningText)]),
        ExportedTable(
            "reports", secrets: ["request_digest": "''"],
            rules: ["note": .field(.reportNote), "room_title": .field(.reportedText), "username": .name(NameLength.username)]),
        ExportedTable(
            "report_evidence",
            rules: [
                "content": .fieldOrEmpty(.reportedText), "quote": .field(.reportedText), "author_username": .name(NameLength.username),
                "pictures": .pictures,
            ]),
        ExportedTable("report_notes", rules: ["text": .field(.reportNote)]),
        ExportedTable("warnings", rules: ["text": .field(.warningText)]),
    ]
}

extension FieldType<String> {
    /// A text that was copied as evidence. The limits of its original belong to the area that has it.
    fileprivate static var reportedText: Self { text(1...10_000, lines: true) }
}

extension [ExportedSection] {
    static let moderation: Self = [
        .many("reports") { transaction, userID in
            """
            SELECT r.id AS place, json_build_object('id', r.id, 'commentID', CASE c.thing WHEN 'comment' THEN c.thing_id END,
                'userID', CASE c.thing WHEN 'person' THEN c.thing_id END, 'roomID', CASE c.thing WHEN 'room' THEN c.thing_id END,
                'reason', r.reason, 'note', r.note, 'createdAt', timestamp_text(r.created_at)) AS item
            FROM reports AS r JOIN report_cases AS c ON c.tenant_id = \(transaction.tenantID) AND c.id = r.case_id
            WHERE r.tenant_id = \(transaction.tenantID) AND r.reporter_id = \(userID)
            """
        },
        .many("warnings") { transaction, userID in
            """
            SELECT w.id AS place, json_build_object('id', w.id, 'kind', w.kind, 'reason', w.reason, 'text', w.text,
                'at', timestamp_text(w.created_at)) AS item
            FROM warnings AS w WHERE w.tenant_id = \(transaction.tenantID) AND w.user_id = \(userID)
            """
        },
    ]
}
