import Foundation

extension Replica {
    /// Sends a failed write again, with the writes that failed with it.
    public func retry(_ write: Write) async throws {
        try await change { [self] in try await $0.retry(write.id, at: now) }
    }

    /// Sends a failed write that has a text again with another text.
    public func edit(_ write: Write, content: String) async throws {
        try await change { [self] in try await $0.retry(write.id, saying: content, at: now) }
    }

    /// Deletes a failed write, and the writes that failed with it.
    public func discard(_ write: Write) async throws {
        try await change { try await $0.discard(write.id) }
    }

    /// Stores, shows and sends a write of an area.
    func write(_ action: some AreaWrite) async throws {
        try await change { [self] in try await $0.add(action, at: now) }
    }

    private func change(_ body: (OutboxFile) async throws -> Void) async throws {
        let files = try await opened()
        try await body(files.outbox)
        // The write is stored by now. If it can't be shown at the moment, the next refresh shows it.
        try? await refresh()
        signal()
    }

    /// Returns the id of the existing item that replaced an item created on this device, or the given id if none did.
    func current(_ id: UUID) -> UUID { successors[id] ?? id }
}
