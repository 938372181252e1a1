import Foundation
import LocalPostgres
import Logging
import Testing

@testable import Postgres

/// The PostgreSQL that all tests of this target share.
enum TestPostgres {
    static let shared = Task { try await LocalPostgres.start(in: folder, durable: false) }

    /// A separate pool with which tests observe the server.
    static let observer = Task { try await pool() }

    /// A pool that creates and drops databases. That takes so long that observing queries must not wait for it.
    static let administrator = Task { try await pool() }

    private static func pool() async throws -> Pool {
        Pool(
            PoolConfiguration(
                uri: try await uri(), size: 4, waiterTimeout: .seconds(600), connectTimeout: .seconds(300), statementTimeout: .zero,
                applicationName: "observer"),
            logger: .quiet)
    }

    static func uri(database: String = "postgres") async throws -> String {
        try await shared.value.uri(database: database)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/test-postgres").path
}

extension Logger {
    static let quiet: Logger = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()
}

/// Runs a body with a separate pool, whose limits a busy machine can't reach, and checks that no connection remains.
@discardableResult
func withPool<Value>(
    _ change: (inout PoolConfiguration) -> Void = { _ in }, database: String = "postgres", _ body: (Pool) async throws -> Value
) async throws -> Value {
    let name = "test-\(UUID().uuidString.prefix(8))"
    var configuration = PoolConfiguration(
        uri: try await TestPostgres.uri(database: database), size: 4, waiterTimeout: .seconds(600), connectTimeout: .seconds(300),
        statementTimeout: .zero, idleInTransactionTimeout: .zero, applicationName: name)
    change(&configuration)
    let pool = Pool(configuration, logger: .quiet)
    do {
        let value = try await body(pool)
        await pool.close()
        #expect(pool.statistics == PoolStatistics(open: 0, idle: 0, busy: 0, waiting: 0))
        try await eventually("no session of \(name) is left") { try await sessions(of: name) == 0 }
        return value
    } catch {
        await pool.close()
        throw error
    }
}

/// Returns the number of sessions with an application name.
func sessions(of name: String) async throws -> Int {
    try await observe("SELECT count(*) AS value FROM pg_stat_activity WHERE application_name = \(name)")
}

/// Returns the number of sessions that execute a statement with this text.
func running(_ text: String) async throws -> Int {
    try await observe("SELECT count(*) AS value FROM pg_stat_activity WHERE state = 'active' AND query = \(text)")
}

/// Returns one value. It uses another pool for the query.
func observe<Value: PostgresDecodable>(_ sql: SQL) async throws -> Value {
    let rows = try await TestPostgres.observer.value.roundTrip { try await $0.query(sql) }
    return try #require(rows.first)["value"]
}

/// Runs a test with a database of its own.
@discardableResult
func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let name = "t_" + UUID().uuidString.replacing("-", with: "").lowercased()
    let administrator = try await TestPostgres.administrator.value
    _ = try await administrator.roundTrip { try await $0.query("CREATE DATABASE \(unsafeRaw: name) STRATEGY wal_log") }
    let result: Result<Value, any Error>
    do {
        result = .success(try await body(name))
    } catch {
        result = .failure(error)
    }
    _ = try await administrator.roundTrip { try await $0.query("DROP DATABASE \(unsafeRaw: name) WITH (FORCE)") }
    return try result.get()
}

/// Waits until a condition holds, and fails after a time that no healthy machine needs.
func eventually(_ what: Comment, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        await pause()
    }
    Issue.record(what)
}

/// Pauses before the next check, so that the machine can work.
private func pause() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
    }
}

extension Pool {
    /// Returns the only value of a statement.
    func value<Value: PostgresDecodable>(_ sql: SQL, as type: Value.Type = Value.self) async throws -> Value {
        try await roundTrip { try #require(try await $0.query(sql).first)["value"] }
    }

    /// Returns the server process of the next connection.
    func backend() async throws -> Int {
        try await value("SELECT pg_backend_pid() AS value")
    }

    func run(_ sql: SQL) async throws {
        _ = try await roundTrip { try await $0.query(sql) }
    }
}

/// Returns the PostgreSQL error that the body must throw.
func postgresError<Value>(_ body: () async throws -> Value) async -> PostgresError? {
    do {
        _ = try await body()
        Issue.record("it threw nothing")
    } catch let error as PostgresError {
        return error
    } catch {
        Issue.record("it threw \(error)")
    }
    return nil
}

extension PostgresError? {
    var isMisuse: Bool { if case .misuse = self { true } else { false } }
    var isExhausted: Bool { if case .poolExhausted = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
    var isLost: Bool { if case .connectionLost = self { true } else { false } }
    var isFailed: Bool { if case .connectionFailed = self { true } else { false } }
}

extension PostgresError {
    var server: ServerError? { if case .server(let error) = self { error } else { nil } }
}

extension Row {
    func get<Value: PostgresDecodable>(_ column: StaticString, as type: Value.Type) throws -> Value { try self[column] }
}
