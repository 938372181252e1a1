import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// How long unsent writes are still sent at log-out, in seconds.
    private static let lastSending: TimeInterval = 5

    /// Sends unsent writes, ends the session, and deletes all data of the replica.
    /// - Parameter discardingUnsent: whether to delete writes that couldn't be sent.
    /// - Throws: `ReplicaError.unsentWrites`, or `APIError` if the session can't be ended. Then the session and all
    ///   data stay. If writes were added while the session ended, the error `unsentWrites` is thrown too: the session is
    ///   over then, and these writes wait for the person's next log-in.
    public func logOut(discardingUnsent: Bool = false) async throws {
        try await serialQueue.run { [self] in
            let files = try await opened()
            await sendBeforeLogOut(files)
            let unsent = Set(try await files.outbox.entries().filter { $0.answer == nil }.map { $0.id })
            if !unsent.isEmpty, !discardingUnsent { throw ReplicaError.unsentWrites(unsent.count) }
            do {
                _ = try await client.endCurrentSession()
            } catch let error as APIError where error.code == .unauthenticated {
                // The session has ended already.
            }
            let late = try await shielded { [self] in try await erase(files, losing: unsent) }
            if late > 0 { throw ReplicaError.unsentWrites(late) }
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

    /// Deletes all data of the person, except writes that they didn't know of.
    /// - Returns: the number of these writes.
    private func erase(_ files: Files, losing known: Set<Int64>) async throws -> Int {
        switch try await files.outbox.logOut(losing: known, now: environment.now()) {
        case .late(let count):
            try await forget(files)
            return count
        case .others: try close(files, keepingOutbox: true)
        case .nothing: try close(files, keepingOutbox: false)
        }
        return 0
    }

    private func close(_ files: Files, keepingOutbox: Bool) throws {
        try files.replica.close()
        try files.outbox.close()
        self.files = nil
        for name in [ReplicaFile.name] + (keepingOutbox ? [] : [OutboxFile.name]) { try DatabaseFile.delete(folder.appending(path: name)) }
        (base, entries, knownToken, isLoggedOut) = (Base(), [], nil, true)
        for area in areas {
            for threads in area.threads { threads.clear() }
            area.show(ShownCopy(base: base, entries: [], now: now))
        }
        (people, writes, isWhole) = ([:], [], false)
    }
}
