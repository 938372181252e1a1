import DavenportAPI
import Foundation
import Postgres

/// Who reads or decides reports.
enum Decider: Sendable {
    /// An admin or owner, who may decide the cases of the view `report_deciders`.
    case member(UUID)
    /// An operator, who may decide all.
    case `operator`

    /// The actor of audit entries.
    var actor: AuditActor {
        switch self {
        case .member(let id): .user(id)
        case .operator: .operator
        }
    }

    /// The user; nil for an operator.
    var userID: UUID? { if case .member(let id) = self { id } else { nil } }

    /// Returns the SQL condition that the decider may decide the case `c`.
    func mayDecide(in tenant: UUID) -> SQL {
        guard let userID else { return "true" }
        return """
            EXISTS (SELECT FROM report_deciders AS d WHERE d.tenant_id = \(tenant) AND d.case_id = c.id AND d.user_id = \(userID))
            """
    }
}

/// Reads reports for those who decide.
struct ReportListRepository: Sendable {
    let transaction: TenantTransaction
    let decider: Decider

    init(_ transaction: TenantTransaction, for decider: Decider) {
        (self.transaction, self.decider) = (transaction, decider)
    }

    /// Returns a report; nil if there is none that the decider may see.
    func report(_ reportID: UUID) async throws -> Report? {
        try await reports("AND r.id = \(reportID)").first
    }

    /// Returns a page of reports, those due first.
    /// - Parameters:
    ///   - state: the state of the listed reports; nil for all.
    ///   - overdue: whether only overdue reports are listed.
    ///   - after: the position of the last report of the previous page; nil for the first page.
    func list(_ state: ReportState?, overdue: Bool = false, after: (actBy: Date, id: UUID)?, limit: Int) async throws -> [Report] {
        var wanted: SQL = ""
        if let state { wanted = state == .open ? "AND c.resolved_at IS NULL" : "AND c.resolved_at IS NOT NULL" }
        if overdue { wanted = "\(fragment: wanted) AND c.resolved_at IS NULL AND c.act_by <= \(transaction.now)" }
        let page = ListOrder("c.act_by", "r.id").page(after: after.map { ["\($0.actBy)", "\($0.id)"] }, limit: limit)
        return try await reports("\(fragment: wanted) \(fragment: page)")
    }

    private func reports(_ wanted: SQL) async throws -> [Report] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT r.id, r.case_id, c.thing, c.thing_id, c.person_id, r.reason, r.note, r.room_title, r.username, r.created_at, c.act_by,
                c.actions, c.text, c.resolved_at, \(fragment: Self.reporter), b.id AS resolver_id, b.username AS resolver_username,
                b.identity_color AS resolver_identity_color, b.avatar_version AS resolver_avatar_version, b.bot AS resolver_bot,
                e.reports AS earlier_reports, e.upheld AS earlier_upheld
            FROM reports AS r
            JOIN report_cases AS c ON c.tenant_id = \(tenant) AND c.id = r.case_id
            LEFT JOIN users AS a ON a.tenant_id = \(tenant) AND a.id = r.reporter_id
            LEFT JOIN users AS b ON b.tenant_id = \(tenant) AND b.id = c.resolved_by
            CROSS JOIN LATERAL (
                SELECT count(*) AS reports, count(*) FILTER (WHERE NOT x.actions <@ ARRAY['dismiss', 'gone']) AS upheld
                FROM report_cases AS x
                WHERE x.tenant_id = \(tenant) AND x.person_id = c.person_id AND x.id <> c.id AND x.resolved_at IS NOT NULL
            ) AS e
            WHERE r.tenant_id = \(tenant) AND \(fragment: decider.mayDecide(in: tenant)) \(fragment: wanted)
            """)
        guard !rows.isEmpty else { return [] }
        let details = try await Details(transaction, decider, of: rows)
        return try rows.map { try Report($0, details, at: transaction.now) }
    }

    fileprivate static let reporter: SQL = """
        a.id AS reporter_id, a.username AS reporter_username, a.identity_color AS reporter_identity_color,
        a.avatar_version AS reporter_avatar_version, a.bot AS reporter_bot
        """

    /// What belongs to the reports of a page.
    fileprivate struct Details {
        let people: [UUID: User]
        var comments: [UUID: [ReportedComment]] = [:]
        var notes: [UUID: [ReportNote]] = [:]
        var others: [UUID: [OtherReport]] = [:]

        init(_ transaction: TenantTransaction, _ decider: Decider, of rows: Rows) async throws {
            let reportIDs: [UUID] = try rows.map { try $0["id"] }
            let caseIDs: [UUID] = Array(Set(try rows.map { try $0["case_id"] as UUID }))
            let personIDs: [UUID] = try rows.compactMap { try $0["person_id"] as UUID? }
            let members = MemberRepository(transaction)
            let found = try await transaction.pipeline([
                members.people(in: "\(personIDs)::uuid[]", seenBy: decider.userID ?? UUID()), Self.evidence(transaction, reportIDs),
                Self.notes(transaction, caseIDs), Self.others(transaction, caseIDs),
            ])
            people = try MemberRepository.people(found[0], seesAll: true)
            for row in found[1] { comments[try row["report_id"], default: []].append(try ReportedComment(row)) }
            for row in found[2] { notes[try row["case_id"], default: []].append(try ReportNote(row)) }
            for row in found[3] { others[try row["case_id"], default: []].append(try OtherReport(row)) }
        }

        private static func evidence(_ transaction: TenantTransaction, _ reportIDs: [UUID]) -> SQL {
            """
            SELECT report_id, comment_id, number, seconds, content, quote, author_id, author_username, created_at, edited_at, pictures
            FROM report_evidence WHERE tenant_id = \(transaction.tenantID) AND report_id = ANY (\(reportIDs)::uuid[])
            ORDER BY created_at, comment_id
            """
        }

        private static func notes(_ transaction: TenantTransaction, _ caseIDs: [UUID]) -> SQL {
            """
            SELECT n.id, n.case_id, n.text, n.created_at, u.id AS author_id, u.username AS author_username,
                u.identity_color AS author_identity_color, u.avatar_version AS author_avatar_version, u.bot AS author_bot
            FROM report_notes AS n LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = n.author_id
            WHERE n.tenant_id = \(transaction.tenantID) AND n.case_id = ANY (\(caseIDs)::uuid[]) ORDER BY n.created_at, n.id
            """
        }

        /// Returns the query for the open reports of each case, one more than a report lists, since it leaves itself out.
        private static func others(_ transaction: TenantTransaction, _ caseIDs: [UUID]) -> SQL {
            let tenant = transaction.tenantID
            return """
                SELECT r.id, r.case_id, r.reason, r.note, r.created_at, \(fragment: reporter)
                FROM report_cases AS c
                CROSS JOIN LATERAL (
                    SELECT r.id, r.case_id, r.reason, r.note, r.created_at, r.reporter_id FROM reports AS r
                    WHERE r.tenant_id = \(tenant) AND r.case_id = c.id ORDER BY r.created_at, r.id LIMIT \(ModerationRules.others + 1)
                ) AS r
                LEFT JOIN users AS a ON a.tenant_id = \(tenant) AND a.id = r.reporter_id
                WHERE c.tenant_id = \(tenant) AND c.id = ANY (\(caseIDs)::uuid[]) AND c.resolved_at IS NULL
                ORDER BY r.created_at, r.id
                """
        }
    }
}

extension UserStub {
    fileprivate static let reporterNames = ColumnNames(
        id: "reporter_id", username: "reporter_username", identityColor: "reporter_identity_color",
        avatarVersion: "reporter_avatar_version", bot: "reporter_bot")
    fileprivate static let resolverNames = ColumnNames(
        id: "resolver_id", username: "resolver_username", identityColor: "resolver_identity_color",
        avatarVersion: "resolver_avatar_version", bot: "resolver_bot")

    /// Reads a user from columns that are null if there is none.
    fileprivate static func optional(_ row: Row, _ names: ColumnNames) throws -> UserStub? {
        let id: UUID? = try row[names.id]
        return try id.map { _ in try UserStub(row, names) }
    }
}

extension Report {
    fileprivate init(_ row: Row, _ details: ReportListRepository.Details, at now: Date) throws {
        let (id, caseID, thing, thingID): (UUID, UUID, ReportedKind, UUID) = (
            try row["id"], try row["case_id"], try row["thing"], try row["thing_id"]
        )
        let (personID, actBy, resolvedAt): (UUID?, Date, Date?) = (try row["person_id"], try row["act_by"], try row["resolved_at"])
        self.init(
            id: id, commentID: thing == .comment ? thingID : nil, roomID: thing == .room ? thingID : nil,
            person: personID.flatMap { details.people[$0] }, reason: try row["reason"], note: try row["note"],
            evidence: ReportEvidence(
                comments: details.comments[id] ?? [], roomTitle: try row["room_title"], username: try row["username"]),
            reporter: try .optional(row, UserStub.reporterNames), createdAt: try row["created_at"], actBy: actBy,
            overdue: resolvedAt == nil && actBy <= now, state: resolvedAt == nil ? .open : .resolved,
            others: Array((details.others[caseID] ?? []).filter { $0.id != id }.prefix(ModerationRules.others)),
            earlier: EarlierReports(reports: try row["earlier_reports"], upheld: try row["earlier_upheld"]),
            notes: details.notes[caseID] ?? [],
            resolution: try resolvedAt.map {
                ReportResolution(
                    actions: (try row["actions"] as [String]).map(ReportAction.init(keeping:)), text: try row["text"],
                    by: try .optional(row, UserStub.resolverNames), at: $0)
            })
    }
}

extension ReportedComment {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["comment_id"], number: try row["number"], seconds: try row["seconds"], content: try row["content"],
            quote: try row["quote"], authorID: try row["author_id"], username: try row["author_username"],
            createdAt: try row["created_at"], editedAt: try row["edited_at"], pictures: try row.json("pictures"))
    }
}

extension ReportNote {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], author: try .optional(row, UserStub.authorNames), text: try row["text"], createdAt: try row["created_at"])
    }
}

extension OtherReport {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], reason: try row["reason"], note: try row["note"], reporter: try .optional(row, UserStub.reporterNames),
            createdAt: try row["created_at"])
    }
}
