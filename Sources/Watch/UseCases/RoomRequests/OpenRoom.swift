import DavenportAPI
import Domain

extension UseCases {
    /// Opens one of the caller's rooms to the caller's friends, who may then ask to join it.
    public func openRoom(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        try await setOpen(true, caller, input)
    }

    /// Closes one of the caller's rooms to the caller's friends.
    public func closeRoom(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        try await setOpen(false, caller, input)
    }

    private func setOpen(_ isOpen: Bool, _ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await RoomRequestRepository(transaction).setOpen(isOpen, input.roomID, of: caller.userID) else {
                throw Problem(.notFound)
            }
            return NoContent()
        }
    }
}
