import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Creates an invite. Its code lets people join the tenant.
    public func createInvite(_ caller: Caller, _ input: NewInvite) async throws -> InviteWithCode {
        let role = input.role ?? caller.tenant.defaultRole
        guard caller.role.mayInvite(role, to: caller.tenant) else { throw Problem(.forbidden) }
        return try await database.transaction(for: caller) { transaction in
            try await SpendAllowance(transaction: transaction)(.invites, of: caller.userID)
            let rooms = try await rooms(input.roomIDs, of: caller, transaction)
            let masterKey = services[MasterKey.self]
            let made = input.made(role: role, at: transaction.now, rooms: rooms, codeKept: masterKey != nil)
            let code = InviteCode()
            try await InviteRepository(transaction).insert(made, code: code, makerID: caller.userID, roomIDs: input.roomIDs)
            if let masterKey {
                let sealed = SealedInviteCode(code, of: made.id, in: transaction.tenantID, under: masterKey)
                try await InviteCodeRepository(transaction).insert(sealed)
            }
            if let email = input.email { try await mailInvite(code, to: email, by: caller, transaction) }
            return InviteWithCode(invite: made, code: code.text)
        }
    }

    /// Returns the rooms that the request names.
    /// - Throws: `featureOff` if the tenant has no rooms; `invalid`, naming `roomIDs`, if the caller isn't in one of them;
    ///   `roomFull`.
    private func rooms(_ ids: [UUID], of caller: Caller, _ transaction: TenantTransaction) async throws -> [InvitedRoom] {
        guard !ids.isEmpty else { return [] }
        guard let invitedRooms = areas.invitedRooms(in: caller.tenant) else { throw Problem(.featureOff) }
        let found = try await InvitedRoomRepository(transaction, invitedRooms).rooms(ids, of: caller.userID)
        guard found.count == ids.count else {
            throw Problem.invalid("roomIDs", .unknown, "must only contain rooms that you are in")
        }
        guard !found.contains(where: { $0.isFull }) else { throw Problem(.roomFull) }
        return found.map { $0.room }
    }
}

extension NewInvite {
    /// Returns the invite that this request creates at the given moment.
    func made(role: Role, at now: Date, rooms: [InvitedRoom] = [], codeKept: Bool = false) -> Invite {
        Invite(
            id: .version7(at: now), role: role, maxUses: maxUses, expiresAt: now.adding(days: expiresInDays), note: note, createdAt: now,
            withdrawnAt: nil, redemptions: [], rooms: rooms, codeKept: codeKept)
    }
}
