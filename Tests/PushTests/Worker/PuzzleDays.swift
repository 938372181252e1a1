import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Play
import TestSupport

@testable import Push

/// Users with devices who play each day, and workers that push to a stand-in for Apple. The puzzles come from the
/// secret that all implementations share.
struct PuzzleDays: Sendable {
    let evening: PushFixture
    let people: [String: Person]

    var server: TestServer { evening.server }

    /// - Parameter moment: the time of the clock when the users join.
    static func with(
        _ names: String..., at moment: String = "2026-03-01T12:00:00Z", _ body: @escaping @Sendable (PuzzleDays) async throws -> Void
    ) async throws {
        try await PushFixture.with(features: [.play]) { evening in
            let server = evening.server
            server.clock.advance(by: moment.date.timeIntervalSince(server.clock.now))
            let secret = try PlayVectors.read().secret.unhexed
            _ = try await ChangePlaySettings(server.operators, WordLists([try WordList.english.get()]))(
                server.tenant, PlaySettingsChange(secret: secret))
            var people: [String: Person] = [:]
            for name in names {
                let person = try await server.person(name)
                try await evening.device(person)
                people[name] = person
            }
            try await server.emptyOutbox()
            try await body(PuzzleDays(evening: evening, people: people))
        }
    }

    subscript(name: String) -> Person {
        get throws {
            guard let person = people[name] else { throw NobodyHere(name: name) }
            return person
        }
    }

    private struct NobodyHere: Error { let name: String }

    /// Moves the clock to a moment.
    func at(_ moment: String) { server.clock.advance(by: moment.date.timeIntervalSince(server.clock.now)) }

    /// Returns the recipients whose notification of this kind is due exactly at this moment.
    func notified(_ kind: NotificationKind, at moment: String) async throws -> [String] {
        at(moment)
        try await evening.drain()
        defer { evening.apple.forget() }
        let pushes = evening.apple.pushes.filter { $0.payload.davenport.kind == kind }
        return pushes.compactMap { push in people.keys.first { PushFixture.device($0) == push.request.deviceToken } }.sorted()
    }
}
