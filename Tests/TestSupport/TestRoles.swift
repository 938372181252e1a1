import Domain
import Foundation
import LocalPostgres
import Postgres
import Schema
import Testing

/// The roles that tests and the programs which they start log in as: separate ones, or a single one for `DATABASE_ROLES=single bin/test`.
public enum TestRoles {
    /// Whether one role does everything.
    public static let isSingle = ProcessInfo.processInfo.environment["DATABASE_ROLES"] == "single"

    /// What the environment of a program says of it.
    public static let environment = isSingle ? ["DATABASE_ROLES": "single"] : [:]

    /// It owns each test's database, and may nothing else. Its name is one that SQL has to quote.
    private static let single = "davenport-single"

    static let owner = isSingle ? single : "davenport_owner"
    static let server = isSingle ? single : ServingRole.local
    static let worker = isSingle ? single : ServingRole.localWorker

    /// The settings of the owner's and the worker's transactions.
    public static let ownersSettings = isSingle ? SingleRole.transactionSettings : [:]

    /// What follows `CREATE DATABASE`.
    static let owning = isSingle ? "OWNER \"\(single)\"" : ""

    /// The roles for migrators.
    public static func mapping() throws -> RoleMapping? {
        isSingle ? SingleRole.mapping(role: single, policies: try Schema.load().singleRole) : nil
    }

    /// The statement with the roles that stand for those which it names.
    public static func named(in statement: SQL) -> SQL {
        guard isSingle else { return statement }
        return SQL(
            unsafeRaw: statement.text.replacing("davenport_app", with: "\"\(single)\"").replacing(
                "davenport_push", with: "pg_database_owner"))
    }

    /// What binds the single role to new tables; nil with separate roles.
    public static func policies() throws -> SQL? {
        isSingle ? SQL(unsafeRaw: try Schema.load().singleRole.sql) : nil
    }

    /// Makes the single role, where there is to be one, and gives it the database `davenport`.
    static func make(in postgres: LocalPostgres) async throws {
        guard isSingle else { return }
        let pool = Pool.patient(postgres.uri(database: "postgres"))
        let statements: [SQL] = [
            """
            DO $$ BEGIN
                CREATE ROLE "\(unsafeRaw: single)" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
            END $$
            """, "ALTER DATABASE davenport OWNER TO \"\(unsafeRaw: single)\"",
        ]
        do {
            for statement in statements { _ = try await pool.roundTrip { try await $0.query(statement) } }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests of what separate roles may do, and of rights that a single role doesn't have.
    public static var separateRoles: Self { .enabled(if: !TestRoles.isSingle, "with separate roles alone") }
}
