import DavenportAPI
import Foundation

extension UseCases {
    /// Reports a comment, a person or a room to those who decide (rules 24).
    public func createReport(_ caller: Caller, _ input: NewReport) async throws -> Created<ReportReceipt> {
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(for: caller) { transaction in
            let reports = ReportRepository(transaction)
            // Serializes the user's requests. If the same request is sent twice at once, the second finds what the first
            // has written.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            if let id = input.id, let existing = try await reports.existing(id, by: caller.userID, digest: digest) {
                guard existing.isSameRequest else { throw Problem(.idTaken) }
                return Created(existing.receipt, isNew: false)
            }
            let thing = try await thing(input, caller, transaction)
            guard thing.personID != caller.userID else {
                throw Problem.invalid(input.field, .notAllowed, "must not be you, or yours")
            }
            if let open = try await reports.open(of: thing.id, by: caller.userID) { return Created(open, isNew: false) }
            try await SpendAllowance(transaction: transaction)(.reports, of: caller.userID)
            let id = input.id ?? .version7(at: transaction.now)
            try await make(id, thing, caller, input, digest, transaction)
            try await reports.eraseOld()
            return Created(ReportReceipt(id: id, createdAt: transaction.now))
        }
    }

    private func thing(_ input: NewReport, _ caller: Caller, _ transaction: TenantTransaction) async throws -> ReportedThing {
        let find = ReportedThingRepository(transaction, areas.reportableThings)
        if let id = input.commentID { return try await find.comment(id, for: caller.userID) }
        if let id = input.roomID { return try await find.room(id, for: caller.userID) }
        guard let id = input.userID else { throw Problem(.notFound) }
        return try await find.person(id, for: caller.userID)
    }

    private func make(
        _ id: UUID, _ thing: ReportedThing, _ caller: Caller, _ input: NewReport, _ digest: [UInt8], _ transaction: TenantTransaction
    ) async throws {
        let commentIDs = thing.kind == .comment ? [thing.id] : input.commentIDs
        let evidence = ReportedComments(ids: commentIDs, viewerID: caller.userID, roomID: thing.kind == .room ? thing.id : nil)
        let copied = try await MakeReport(transaction: transaction, things: areas.reportableThings)(
            id, of: thing, by: caller.userID, .init(reason: input.reason, note: input.note, digest: digest),
            evidence: commentIDs.isEmpty ? nil : evidence)
        guard copied == commentIDs.count else {
            guard thing.kind != .comment else { throw Problem(.notFound) }
            throw Problem.invalid("commentIDs", .unknown, thing.kind == .room ? "must be comments of the room" : "must be comments you see")
        }
    }
}

extension NewReport {
    /// The name of the field that has the reported thing.
    fileprivate var field: String { commentID != nil ? "commentID" : roomID != nil ? "roomID" : "userID" }
}
