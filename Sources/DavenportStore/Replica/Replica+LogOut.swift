import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// For how many seconds writes are still sent when their person logs out.
    private static let lastSending: TimeInterval = 5

    /// Sends what it can, ends the session, and deletes everything that is kept.
    /// - Parameter discardingUnsent: whether writes are deleted that could not be sent.
    /// - Throws: `ReplicaError.unsentWrites`, or `APIError` where the session can't be ended; then everything is as before.
    public func logOut(discardingUnsent: Bool = false) async throws {
        try await serialQueue.take { [self] in
            let files = try await opened()
            await sendAtLast(files)
            let unsent = try await files.outbox.entries().count { $0.answer == nil }
            if unsent > 0, !discardingUnsent { throw ReplicaError.unsentWrites(unsent) }
            do {
                _ = try await client.endCurrentSession()
            } catch let error as APIError where error.code == .unauthenticated {
                // It is over already.
            }
            try await shielded { [self] in try close(files) }
        }
    }

    private func sendAtLast(_ files: Files) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await self.identify(files)
                try? await self.send(files, patiently: false)
            }
            group.addTask { try? await self.environment.sleep(Self.lastSending) }
            await group.next()
            group.cancelAll()
        }
    }

    private func close(_ files: Files) throws {
        try files.replica.close()
        try files.outbox.close()
        self.files = nil
        for name in [ReplicaFile.name, OutboxFile.name] { try DatabaseFile.delete(folder.appending(path: name)) }
        (base, entries, knownToken, isLoggedOut) = (Base(), [], nil, true)
        for id in openRooms.keys { openRooms[id]?.told = [] }
        rooms.show([])
        showItems()
        for room in openRooms.values { room.store?.show([]) }
        (people, me, friends, blocks, notifications, mutes) = ([:], nil, nil, nil, nil, nil)
        (dashboard, writes, isWhole) = (ReplicaDashboard(), [], false)
    }
}
