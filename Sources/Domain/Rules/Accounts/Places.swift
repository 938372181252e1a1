import Synchronization

/// A shared pool of places in which each owner has a limit, so that no owner takes the places of others.
final class Places: Sendable {
    private let taken = Mutex<[String: Int]>([:])

    /// An owner, and the number of places that it may take at once.
    struct Share: Sendable {
        let owner: String
        let limit: Int
    }

    /// An owner has taken all its places.
    struct Full: Error {}

    /// Takes one place of each share while the work runs.
    ///
    /// - Throws: `Full` before the work begins; otherwise what the work throws.
    func hold<Result>(_ shares: [Share], _ work: () async throws -> Result) async throws -> Result {
        try taken.withLock { taken in
            guard shares.allSatisfy({ taken[$0.owner, default: 0] < $0.limit }) else { throw Full() }
            for share in shares { taken[share.owner, default: 0] += 1 }
        }
        defer { giveBack(shares) }
        return try await work()
    }

    private func giveBack(_ shares: [Share]) {
        taken.withLock { taken in
            for share in shares {
                let left = taken[share.owner, default: 1] - 1
                taken[share.owner] = left > 0 ? left : nil
            }
        }
    }
}
