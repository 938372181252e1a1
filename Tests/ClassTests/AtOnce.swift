import DavenportAPI
import TestSupport

/// Does some things at the same time.
/// - Returns: the codes of the problems that they end in, nil for those that don't, in their order.
func atOnce(_ work: [@Sendable () async throws -> Void]) async throws -> [Problem.Code?] {
    try await withThrowingTaskGroup(of: (Int, Problem.Code?).self) { group in
        for (index, one) in work.enumerated() { group.addTask { (index, try await refusal { try await one() }) } }
        return try await group.reduce(into: [Problem.Code?](repeating: nil, count: work.count)) { $0[$1.0] = $1.1 }
    }
}
