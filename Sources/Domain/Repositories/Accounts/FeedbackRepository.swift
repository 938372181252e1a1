import DavenportAPI
import Foundation
import Postgres

extension FeedbackState: PostgresCodable {}

/// Reads and writes the feedback that users send to the admins of their tenant.
struct FeedbackRepository: Repository {
    let transaction: TenantTransaction

    /// Feedback that already has the id that a client chose.
    struct Existing: Sendable {
        let feedback: Feedback
        /// Whether the same user created that feedback by an equal request, so that the current request is a retry.
        let isSameRequest: Bool
    }

    /// Returns the feedback that has the id, and whether an equal request of this user created it. Returns nil if the
    /// id is free.
    func existing(_ feedbackID: UUID, by authorID: UUID, digest: [UInt8]) async throws -> Existing? {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns), f.author_id IS NOT DISTINCT FROM \(authorID) AND f.request_digest = \(digest) AS is_same_request
            \(fragment: source) AND f.id = \(feedbackID)
            """)
        return try rows.first.map { Existing(feedback: try Feedback($0), isSameRequest: try $0["is_same_request"]) }
    }

    /// Inserts new feedback.
    /// - Throws: `idTaken` if a concurrent request took the id.
    func insert(_ feedback: NewFeedback, id: UUID, by authorID: UUID, digest: [UInt8]) async throws {
        do {
            try await transaction.query(
                """
                INSERT INTO feedback (tenant_id, id, author_id, text, context, request_digest, created_at)
                VALUES (\(transaction.tenantID), \(id), \(authorID), \(feedback.text), \(feedback.context), \(digest), \(transaction.now))
                """)
        } catch let error as PostgresError where error.constraint == "feedback_pkey" {
            throw Problem(.idTaken)
        }
    }

    /// Returns the feedback that has the id; nil if there is none.
    func feedback(_ feedbackID: UUID) async throws -> Feedback? {
        let rows = try await transaction.query("SELECT \(fragment: Self.columns) \(fragment: source) AND f.id = \(feedbackID)")
        return try rows.first.map { try Feedback($0) }
    }

    /// Returns a page of feedback, newest first.
    /// - Parameters:
    ///   - authorID: the user whose feedback is listed; nil for everyone's.
    ///   - state: the state of the listed feedback; nil for every state.
    ///   - after: the position of the last item of the previous page; nil for the first page.
    func list(
        by authorID: UUID? = nil, state: FeedbackState?, after: (createdAt: Date, id: UUID)? = nil, limit: Int
    ) async throws -> [Feedback] {
        var wanted = source
        if let authorID { wanted = "\(fragment: wanted) AND f.author_id = \(authorID)" }
        if let state { wanted = "\(fragment: wanted) AND f.state = \(state)" }
        let page = ListOrder("f.created_at", "f.id", descending: true)
            .page(after: after.map { ["\($0.createdAt)", "\($0.id)"] }, limit: limit)
        let rows = try await transaction.query("SELECT \(fragment: Self.columns) \(fragment: wanted) \(fragment: page)")
        return try rows.map { try Feedback($0) }
    }

    /// Sets the state of one piece of feedback.
    /// - Returns: false if no feedback has this id.
    func setState(_ feedbackID: UUID, _ state: FeedbackState) async throws -> Bool {
        let rows = try await transaction.query(
            "UPDATE feedback SET state = \(state) WHERE tenant_id = \(transaction.tenantID) AND id = \(feedbackID)")
        return rows.affected > 0
    }

    private var source: SQL {
        """
        FROM feedback AS f LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = f.author_id
        WHERE f.tenant_id = \(transaction.tenantID)
        """
    }

    private static let columns: SQL = """
        f.id, f.text, f.context, f.state, f.created_at, u.id AS author_id, u.username AS author_username,
        u.identity_color AS author_identity_color, u.avatar_version AS author_avatar_version, u.bot AS author_bot
        """
}

extension Feedback {
    fileprivate init(_ row: Row) throws {
        let authorID: UUID? = try row["author_id"]
        self.init(
            id: try row["id"], author: try authorID.map { _ in try UserStub(row, UserStub.authorNames) }, text: try row["text"],
            context: try row["context"], state: try row["state"], createdAt: try row["created_at"])
    }
}
