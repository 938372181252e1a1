import Synchronization

/// Places that many want, of which each has a share, so that nobody takes what the others need.
final class Places: Sendable {
    private let taken = Mutex<[String: Int]>([:])

    /// What somebody may have of them at once.
    struct Share: Sendable {
        let owner: String
        let limit: Int
    }

    /// As many of a share are taken as there are.
    struct Full: Error {}

    /// Holds a place of each share while the work lasts.
    /// - Throws: `Full`, without having begun; else what the work throws.
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
