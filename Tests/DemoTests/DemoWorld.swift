import Class
import DavenportAPI
import Demo
import Domain
import Foundation
import Secrets
import TestSupport
import Watch

/// A database with the demo, read as the server reads it.
struct DemoWorld: Sendable {
    let now: Date
    let clock: TestClock
    let hasher: PasswordHasher
    let accounts: DemoAccounts
    private let database: TestDatabase

    /// Runs a test with a demo of its own.
    static func with(_ body: (DemoWorld) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let clock = TestClock()
            let hasher = PasswordHasher(parameters: .quick, threads: 1)
            let accounts = try await load(database, hasher, now: clock.now)
            try await body(DemoWorld(now: clock.now, clock: clock, hasher: hasher, accounts: accounts, database: database))
        }
    }

    /// Loads the demo again.
    func load() async throws -> DemoAccounts {
        try await Self.load(database, hasher, now: now)
    }

    private static func load(_ database: TestDatabase, _ hasher: PasswordHasher, now: Date) async throws -> DemoAccounts {
        try await Demo(endingAt: now) { clock in
            UseCases(database: Database(pool: database.operators, clock: clock), passwords: hasher, logger: .quiet)
        }.load()
    }

    /// The use cases of a server on this database.
    var serving: UseCases {
        UseCases(database: Database(pool: database.app, clock: clock.wall), passwords: hasher, logger: .quiet)
    }

    var owner: Caller {
        get async throws { try await logIn(accounts.emails[0]) }
    }

    func logIn(_ email: String) async throws -> Caller {
        let visitor = try await serving.resolveTenant(slug: DemoAccounts.tenant, host: nil)
        let applicant = Applicant(visitor, email: email, password: DemoAccounts.password)
        let signedIn = try await serving.logIn(applicant, NewSession())
        return try await serving.authenticate(token: signedIn.token)
    }

    func dashboard(of caller: Caller) async throws -> Dashboard {
        try await serving.showDashboard(caller, NoInput())
    }

    func rooms(of caller: Caller, archived: Bool? = nil) async throws -> [Room] {
        try await serving.listRooms(caller, RoomQuery(archived: archived, limit: 100)).items
    }

    func devices(of caller: Caller) async throws -> [Device] {
        try await serving.listDevices(caller, NoInput()).items
    }

    func tasks(of teacher: Caller, archived: Bool = false) async throws -> [ClassTask] {
        try await serving.listTasks(teacher, TaskQuery(archived: archived, limit: 100)).items
    }

    func assignments(of task: ClassTask, _ teacher: Caller) async throws -> [Assignment] {
        try await serving.listTaskAssignments(teacher, TaskReference(taskID: task.id)).items
    }
}
