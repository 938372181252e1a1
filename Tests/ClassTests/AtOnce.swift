import DavenportAPI
import TestSupport

/// Runs several operations concurrently.
/// - Returns: the problem code of each operation in order, nil for those that succeed.
func atOnce(_ work: [@Sendable () async throws -> Void]) async throws -> [Problem.Code?] {
    try await withThrowingTaskGroup(of: (Int, Problem.Code?).self) { group in
        for (index, one) in work.enumerated() { group.addTask { (index, try await refusal { try await one() }) } }
        return try await group.reduce(into: [Problem.Code?](repeating: nil, count: work.count)) { $0[$1.0] = $1.1 }
    }
}
