import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Stores the caller's request to join a room, and notifies the caller's friends in it. A request that waits already is
    /// returned as it is.
    ///
    /// The answer to a request that a member has declined is the same, so that nobody learns of that (rule 5.17).
    public func askToJoin(_ caller: Caller, _ input: OthersRoomReference) async throws -> Created<OwnRoomRequest> {
        try await database.transaction(for: caller) { transaction in
            // The lock orders this request with blocks, and with changes of members that concern the caller.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            let requests = RoomRequestRepository(transaction)
            guard let room = try await requests.joinable(by: caller.userID, only: input.roomID).first else { throw Problem(.notFound) }
            let request = OwnRoomRequest(roomID: room.id, subject: room.subject, requestedAt: room.requestedAt ?? transaction.now)
            guard room.requestedAt == nil else { return Created(request, isNew: false) }
            guard room.memberCount < RoomLimits.members else { throw Problem(.roomFull) }
            guard try await requests.countWaiting(room.id) < RoomRequestLimits.waiting else { throw Problem(.limitReached) }
            try await SpendAllowance(transaction: transaction)(.roomRequests, of: caller.userID)
            try await requests.insert(room.id, by: caller.userID)
            let answerers = try await requests.answerers(room.id, of: caller.userID)
            transaction.touch(answerers)
            try await NotificationRepository(transaction).notify(
                answerers, .roomRequested, by: caller.userID, about: room.id,
                unlessSince: transaction.now - RoomNoticeRules.requestedOnce)
            return Created(request)
        }
    }
}
