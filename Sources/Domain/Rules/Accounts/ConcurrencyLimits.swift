import Synchronization

/// Limits how many pieces of work run at once for each owner, such as a tenant, so that no owner takes the resources of
/// others.
final class ConcurrencyLimits: Sendable {
    private let taken = Mutex<[String: Int]>([:])

    /// An owner, and the maximum number of pieces of work that may run for it at once.
    struct Share: Sendable {
        let owner: String
        let limit: Int
    }

    /// The error if the maximum number of pieces of work is running for an owner.
    struct Full: Error {}

    /// Runs the work, which counts against the limit of each of these owners while it runs.
    ///
    /// - Throws: `Full` if one of the limits is reached already, without running the work; any error of the work.
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
