import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Push

/// BACKLOG sets the number of due notifications.
@Suite("rules 21: one tenant's backlog doesn't delay another", .generousTimeLimit)
struct BacklogTests {
    /// Shows rule 21.4.
    @Test("A tenant's due notification is pushed long before another tenant's backlog is done")
    func backlog() async throws {
        let asked = ProcessInfo.processInfo.environment["BACKLOG"].flatMap { Int($0) }
        let count = asked ?? 1500
        try await PushFixture.with { evening in
            let (owner, now) = (evening.server.database.owner, WallClock.system.now)
            let attic = try await evening.server.otherTenant()
            try await evening.setKey(team: "TEAM999999", in: attic)
            try await Crowd.add(count, to: evening.server.tenant.id, at: now, owner)
            try await StandIn.run(["--quiet", "--any-team"]) { apple in
                // Without this delay, the small backlog could be done before a busy machine reaches the other tenant.
                if asked == nil { try await apple.control(#"{"rule": {"action": "answer", "delay": 2}}"#) }
                let worker = try WorkerProcess(evening.server.database.workerURI, evening.masterText, apple, ["--watch"])
                try await eventually("the backlog is being sent") { try apple.ledgerCount() > 20 }
                let began = ContinuousClock.now
                try await Crowd.add(1, to: attic.id, at: now, owner)
                try await evening.server.operators.wakeWorkers()
                try await eventually("the other tenant's push goes out") {
                    try apple.ledger().contains { $0.team == "TEAM999999" }
                }
                let (waited, sent) = (ContinuousClock.now - began, try apple.ledgerCount())
                print("\(count) due: another tenant's push was in the ledger after \(waited), when \(sent) were sent")
                #expect(sent < count)
                worker.kill()
            }
        }
    }
}
