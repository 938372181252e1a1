import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// How long unsent writes are still sent at log-out, in seconds.
    private static let lastSending: TimeInterval = 5

    /// Sends unsent writes, ends the session, and deletes all data of the replica.
    /// - Parameter discardingUnsent: whether to delete writes that couldn't be sent.
    /// - Throws: `ReplicaError.unsentWrites`, or `APIError` if the session can't be ended. Then the session and all
    ///   data stay.
    public func logOut(discardingUnsent: Bool = false) async throws {
        try await serialQueue.run { [self] in
            let files = try await opened()
            await sendBeforeLogOut(files)
            let unsent = try await files.outbox.entries().count { $0.answer == nil }
            if unsent > 0, !discardingUnsent { throw ReplicaError.unsentWrites(unsent) }
            do {
                _ = try await client.endCurrentSession()
            } catch let error as APIError where error.code == .unauthenticated {
                // The session has ended already.
            }
            try await shielded { [self] in try close(files) }
        }
    }

    private func sendBeforeLogOut(_ files: Files) async {
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
        for area in areas {
            for threads in area.threads { threads.clear() }
            area.show(ShownCopy(base: base, entries: [], now: now))
        }
        (people, writes, isWhole) = ([:], [], false)
    }
}
