import DavenportAPI
import Domain
import Foundation

/// The steps of a request that run once, although its use case runs again if the cached caller turns out to be wrong:
/// reading the input, whose body can be read only once, and counting the request against a rate limit.
///
/// Only the task of the request may use it.
final class OncePerRequest<In> {
    private let read: () async throws -> (input: In, moment: Date)
    private var outcome: Result<(input: In, moment: Date), any Error>?
    private let count: (any Principal) async throws -> Void
    private var isCounted = false

    /// Takes the steps, and runs none of them yet.
    /// - Parameters:
    ///   - read: reads the input, and returns it with the moment at which it had been read.
    ///   - count: counts the request for its sender.
    init(read: @escaping () async throws -> (input: In, moment: Date), count: @escaping (any Principal) async throws -> Void) {
        (self.read, self.count) = (read, count)
    }

    /// The input, and the moment at which it had been read. The first call reads it; later ones return or throw the same.
    func received() async throws -> (input: In, moment: Date) {
        if let outcome { return try outcome.get() }
        let outcome: Result<(input: In, moment: Date), any Error>
        do { outcome = .success(try await read()) } catch { outcome = .failure(error) }
        self.outcome = outcome
        return try outcome.get()
    }

    /// Counts the request, unless it has been counted. A count that failed, for example because the cached caller was
    /// wrong, is repeated by the next call.
    func counted(by sender: any Principal) async throws {
        guard !isCounted else { return }
        try await count(sender)
        isCounted = true
    }
}
