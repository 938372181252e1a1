import DavenportAPI
import Foundation
import TestSupport

@testable import Play

/// Runs a test with friends of these names, in a community whose app sells purchases.
func selling(
    _ names: String..., logger: LogRecorder = LogRecorder(), _ body: @escaping @Sendable (TestServer, [Person]) async throws -> Void
) async throws {
    try await TestServer.with(features: [.play], logger: logger.logger) { server in
        try await server.setPlay(.init(addedApp: PlayApp(bundle: TestStore.bundle, environment: .production)))
        var people: [Person] = []
        for name in names { people.append(try await server.person(name)) }
        try await body(server, people)
    }
}

/// Returns the time some seconds ago, by the real clock.
func ago(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceNow: -seconds) }

/// Returns a time as the API formats it, in milliseconds.
func milliseconds(_ date: Date) -> Date { Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000) }

func notify(_ server: TestServer, _ payload: String) async throws -> Answer {
    let body: Body = ["signedPayload": .string(payload)]
    return try await server.call(.post, "/v1/entitlements/notifications", json: body, headers: ["Davenport-Tenant": "sofa"])
}
